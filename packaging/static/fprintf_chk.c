/* Debian compiles libunwind.a for glibc, whose headers turn fprintf into this function. musl has no such function. */
#include <stdarg.h>
#include <stdio.h>

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int written = vfprintf(stream, format, arguments);
    va_end(arguments);
    return written;
}
