; The installer and the uninstaller for Windows. They change only what belongs to the current user, so they need no administrator.
;
; setup.exe /S [/SERVER] [/D=FOLDER] installs without questions; FOLDER is not quoted, and comes last.
; uninstall.exe /S [/PURGE] removes the programs; /PURGE also deletes settings, saved games and the server's data.
; The exit code is 2 if a program is running, and 3 if a newer version is installed.
;
; packaging/windows/build defines VERSION, NUMBERS, FOLDER with the files, ICON and OUTPUT.

Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
; the client is in the package twice: its second copy costs nothing if the first is still in the dictionary, in MB
SetCompressorDictSize 64

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include Sections.nsh

!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Chuhe"
!define APP_PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths"
!define CLIENT_LINK "$SMPROGRAMS\Chuhe 楚河.lnk"
!define SERVER_LINK "$SMPROGRAMS\Chuhe server.lnk"

Name "Chuhe ${VERSION}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Chuhe"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
ManifestDPIAware true
ManifestSupportedOS all
BrandingText " "
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Chuhe 楚河"
VIAddVersionKey "FileDescription" "Chuhe setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT OR Apache-2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_COMPONENTSPAGE_SMALLDESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\chuhe.exe"
!define MUI_FINISHPAGE_SHOWREADME "$INSTDIR\README.txt"
!define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
; before the first file is replaced, in the folder that the user chose
!define MUI_PAGE_CUSTOMFUNCTION_PRE refuse_if_any_runs
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

; the first is used where the user's language is none of these
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "TradChinese"
!insertmacro MUI_LANGUAGE "Vietnamese"

!macro TEXT NAME ENGLISH SIMPLIFIED TRADITIONAL VIETNAMESE
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
  LangString ${NAME} ${LANG_SIMPCHINESE} "${SIMPLIFIED}"
  LangString ${NAME} ${LANG_TRADCHINESE} "${TRADITIONAL}"
  LangString ${NAME} ${LANG_VIETNAMESE} "${VIETNAMESE}"
!macroend
!insertmacro TEXT client "Chuhe" "楚河" "楚河" "Chuhe"
!insertmacro TEXT client_about "The window in which you play" "对弈的窗口" "對弈的視窗" "Cửa sổ để chơi"
!insertmacro TEXT server "Server" "服务器" "伺服器" "Máy chủ"
!insertmacro TEXT server_about "For others to join, in a window of its own. The client can host games without it." \
  "供他人加入，在单独的窗口中运行。没有它，客户端也能主持对局。" "供他人加入，在單獨的視窗中執行。沒有它，用戶端也能主持對局。" \
  "Để người khác vào chơi, chạy trong cửa sổ riêng. Không có nó, chương trình chơi vẫn mở ván cho người khác được."
!insertmacro TEXT running "$0 is running. Close it, then try again. Nothing was changed." "$0 正在运行。请先关闭它，然后重试。没有任何改动。" \
  "$0 正在執行。請先關閉它，然後重試。沒有任何變更。" "$0 đang chạy. Hãy đóng nó rồi thử lại. Chưa có gì thay đổi."
!insertmacro TEXT newer "Version $0 is installed, which is newer than ${VERSION}. This version may not read its games. Replace it all the same?" \
  "已安装较新的版本 $0（本版本为 ${VERSION}）。本版本可能读不了它的对局。仍要替换吗？" "已安裝較新的版本 $0（本版本為 ${VERSION}）。本版本可能讀不了它的對局。仍要取代嗎？" \
  "Đã cài bản $0, mới hơn bản ${VERSION} này. Bản này có thể không đọc được các ván của bản kia. Vẫn thay thế?"
!insertmacro TEXT purge "Delete your settings, your saved games and the data of the server as well? This cannot be undone." \
  "是否同时删除您的设置、保存的对局和服务器的数据？此操作无法撤销。" "是否同時刪除您的設定、儲存的對局和伺服器的資料？此操作無法復原。" \
  "Xóa cả thiết lập, các ván đã lưu và dữ liệu của máy chủ? Không thể hoàn tác."

; Ends with exit code 2 if the program FILE of this folder is running: Windows lets nobody write to it then.
!macro REFUSE_IF_RUNNING FILE
  ${If} ${FileExists} "$INSTDIR\${FILE}"
    ClearErrors
    FileOpen $1 "$INSTDIR\${FILE}" a
    ${If} ${Errors}
      StrCpy $0 "${FILE}"
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(running)" /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    FileClose $1
  ${EndIf}
!macroend
!macro REFUSE_IF_ANY_RUNS
  !insertmacro REFUSE_IF_RUNNING "chuhe.exe"
  !insertmacro REFUSE_IF_RUNNING "chuhe.com"
  !insertmacro REFUSE_IF_RUNNING "chuhe-server.exe"
!macroend

; What a double click on a file of the type ID does, or a link that begins with ID.
!macro OPEN_WITH ID DESCRIPTION
  WriteRegStr HKCU "${CLASSES}\${ID}" "" "${DESCRIPTION}"
  WriteRegStr HKCU "${CLASSES}\${ID}\DefaultIcon" "" "$INSTDIR\chuhe.exe,0"
  WriteRegStr HKCU "${CLASSES}\${ID}\shell\open\command" "" '"$INSTDIR\chuhe.exe" "%1"'
!macroend
; Offers to open files with this extension. If they belong to another program, they still do: comics end with .cbr too.
!macro FILE_TYPE EXTENSION DESCRIPTION
  !insertmacro OPEN_WITH "Chuhe.${EXTENSION}" "${DESCRIPTION}"
  WriteRegStr HKCU "${CLASSES}\.${EXTENSION}\OpenWithProgids" "Chuhe.${EXTENSION}" ""
  WriteRegStr HKCU "${CLASSES}\Applications\chuhe.exe\SupportedTypes" ".${EXTENSION}" ""
  ReadRegStr $0 HKCR ".${EXTENSION}" ""
  ${If} $0 == ""
    WriteRegStr HKCU "${CLASSES}\.${EXTENSION}" "" "Chuhe.${EXTENSION}"
  ${EndIf}
!macroend
!macro NO_FILE_TYPE EXTENSION
  DeleteRegKey HKCU "${CLASSES}\Chuhe.${EXTENSION}"
  DeleteRegValue HKCU "${CLASSES}\.${EXTENSION}\OpenWithProgids" "Chuhe.${EXTENSION}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.${EXTENSION}\OpenWithProgids"
  ReadRegStr $0 HKCU "${CLASSES}\.${EXTENSION}" ""
  ${If} $0 == "Chuhe.${EXTENSION}"
    DeleteRegValue HKCU "${CLASSES}\.${EXTENSION}" ""
  ${EndIf}
  DeleteRegKey /ifempty HKCU "${CLASSES}\.${EXTENSION}"
!macroend
!macro LINK SCHEME
  !insertmacro OPEN_WITH "${SCHEME}" "URL:Chuhe"
  WriteRegStr HKCU "${CLASSES}\${SCHEME}" "URL Protocol" ""
!macroend
; SHCNE_ASSOCCHANGED: Explorer reads the types again
!macro TYPES_CHANGED
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section "$(client)" CLIENT
  SectionIn RO
  SetOutPath "$INSTDIR"
  File "${FOLDER}\chuhe.exe"
  File "${FOLDER}\chuhe.com"
  File "${FOLDER}\*.txt"
  File "${FOLDER}\*.cdx.json"
  CreateShortcut "${CLIENT_LINK}" "$INSTDIR\chuhe.exe"
  WriteRegStr HKCU "${APP_PATHS}\chuhe.exe" "" "$INSTDIR\chuhe.exe"

  !insertmacro FILE_TYPE "pgn" "PGN"
  !insertmacro FILE_TYPE "xqf" "XQF (XQStudio, 象棋演播室)"
  !insertmacro FILE_TYPE "cbr" "CBR (CCBridge, 象棋桥)"
  !insertmacro FILE_TYPE "cbl" "CBL (CCBridge, 象棋桥)"
  !insertmacro FILE_TYPE "ubb" "DhtmlXQ (东萍象棋)"
  ; records of luzhanqi are texts, which the user may open with Chuhe
  WriteRegStr HKCU "${CLASSES}\Applications\chuhe.exe\SupportedTypes" ".txt" ""
  WriteRegStr HKCU "${CLASSES}\Applications\chuhe.exe\shell\open\command" "" '"$INSTDIR\chuhe.exe" "%1"'
  !insertmacro LINK "chuhe"
  !insertmacro LINK "chuhes"
  !insertmacro TYPES_CHANGED

  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Chuhe 楚河"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\chuhe.exe,0"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section /o "$(server)" SERVER
  SetOutPath "$INSTDIR"
  File "${FOLDER}\chuhe-server.exe"
  CreateShortcut "${SERVER_LINK}" "$INSTDIR\chuhe-server.exe"
SectionEnd

Section
  ; in KB, for the list of installed programs
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "$0"
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${CLIENT} "$(client_about)"
  !insertmacro MUI_DESCRIPTION_TEXT ${SERVER} "$(server_about)"
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
  ReadRegStr $0 HKCU "${UNINSTALL}" "DisplayVersion"
  ${If} $0 != ""
    ${VersionCompare} "$0" "${VERSION}" $1
    ; 1: the installed one is newer
    ${If} $1 == 1
    ${AndIf} ${Cmd} 'MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONEXCLAMATION "$(newer)" /SD IDNO IDNO'
      SetErrorLevel 3
      Quit
    ${EndIf}
  ${EndIf}
  ; an upgrade also replaces the server
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} "$0" "/SERVER" $1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "$INSTDIR\chuhe-server.exe"
    !insertmacro SelectSection ${SERVER}
  ${EndIf}
  ${If} ${Silent}
    Call refuse_if_any_runs
  ${EndIf}
FunctionEnd

Function refuse_if_any_runs
  !insertmacro REFUSE_IF_ANY_RUNS
FunctionEnd

Function un.onInit
  !insertmacro REFUSE_IF_ANY_RUNS
FunctionEnd

Section "Uninstall"
  Delete "$INSTDIR\chuhe.exe"
  Delete "$INSTDIR\chuhe.com"
  Delete "$INSTDIR\chuhe-server.exe"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\LICENSE-*.txt"
  Delete "$INSTDIR\LICENCES-*.txt"
  Delete "$INSTDIR\components-*.cdx.json"
  Delete "$INSTDIR\OFL-*.txt"
  Delete "$INSTDIR\uninstall.exe"
  ; never with what it contains: the user chose the folder
  RMDir "$INSTDIR"
  Delete "${CLIENT_LINK}"
  Delete "${SERVER_LINK}"

  !insertmacro NO_FILE_TYPE "pgn"
  !insertmacro NO_FILE_TYPE "xqf"
  !insertmacro NO_FILE_TYPE "cbr"
  !insertmacro NO_FILE_TYPE "cbl"
  !insertmacro NO_FILE_TYPE "ubb"
  DeleteRegKey HKCU "${CLASSES}\Applications\chuhe.exe"
  DeleteRegKey HKCU "${CLASSES}\chuhe"
  DeleteRegKey HKCU "${CLASSES}\chuhes"
  DeleteRegKey HKCU "${APP_PATHS}\chuhe.exe"
  DeleteRegKey HKCU "${UNINSTALL}"
  !insertmacro TYPES_CHANGED

  ${GetParameters} $0
  ClearErrors
  ${GetOptions} "$0" "/PURGE" $1
  ${IfNot} ${Errors}
  ${OrIf} ${Cmd} 'MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "$(purge)" /SD IDNO IDYES'
    RMDir /r "$APPDATA\chuhe"
    RMDir /r "$LOCALAPPDATA\chuhe-server"
  ${EndIf}
SectionEnd
