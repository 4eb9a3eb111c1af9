/* For tests: a DLL of Windows that Wine 8 lacks, as far as Rust's standard library uses it. It is never part of a package. */
#include <stddef.h>
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
  return SystemFunction036(buffer, (ULONG)length);
}
