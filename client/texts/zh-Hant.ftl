### 客戶端的繁體中文文字。en.ftl 是其他語言的範本，變數的說明寫在那裡。

## Everywhere

app-name = 楚河
tagline = 兩人一盤棋
settings = 設定
language = 語言
language-of-system = 跟隨系統
appearance = 外觀
light = 淺色
dark = 深色
help-rules = 規則
legend-move = 可以走到
legend-capture = 可以吃
legend-blocked = 不能走
close = 關閉
copy = 複製
cancel = 取消
send = 送出
quit-question = 要關閉視窗嗎？
quit-explained = 對局還沒有結束。關閉後你的棋鐘繼續走，30 秒後對方可以申請判勝。馬上重新開啟程式，就能接著下。
quit-aborts = 對局剛剛開始。關閉後 30 秒內不重新開啟程式，對局就會取消，不計勝負。
quit-stops-host = 伺服器在這台電腦上執行，關閉視窗後所有人都會斷開，對局都會停下，重新啟動伺服器後可以繼續。
quit-yes = 關閉
quit-no = 繼續下

## Joining and hosting

join-title = 進入伺服器
host = 位址
port = 連接埠
name = 名字
name-hint = 你的名字
host-hint = 192.168.1.20
join = 進入
connecting = 正在連線…
logging-in = 正在登入…
login-slow = 正在排隊驗證密碼，最長約 20 秒…
recent = 最近連線
nearby = 附近的伺服器
forget = 移除
choose-hall = 請選擇分區
hall = 分區
hall-players = { $players } / { $capacity } 人
hall-full = 已滿
password = 密碼
have-password = 有密碼？
not-encrypted = 沒有加密，密碼可能被別人看到
hosting-title = 在本機開伺服器
hosting-explained = 在這台電腦上執行伺服器，別人就能連線進來對局。
hosting-seat = 你以 { $name } 的名字在這台電腦的伺服器上有一盤沒下完的棋。重新啟動伺服器就能接著下。
hosting-start = 啟動
hosting-starting = 正在啟動…
hosting-tell = 把其中一個位址告訴朋友：
hosting-elsewhere = 朋友在別的網路時，要用你的公網位址，還要在路由器上把連接埠 { $port } 轉到這台電腦。
hosting-stop = 停止
hosting-join = 進入本機伺服器
hosting-no-address = 沒有找到可供別人連線的位址，請檢查網路
hosting-announce = 在區域網路內公開
hosting-announce-explained = 同一網路裡的人加入伺服器時會看到它

## Encryption

tls = 加密（TLS）
tls-settled = 以前用 TLS 加密連線過這個伺服器，所以不再用明文連線
certificate-changed = 伺服器的憑證變了！
certificate-changed-explained = 伺服器出示的憑證與以前不同。可能是管理員更換了憑證，也可能有人冒充伺服器。連線之前，請透過其他途徑向管理員核對新指紋。目前沒有向它傳送任何內容。
previous-fingerprint = 原指紋
new-fingerprint = 新指紋
signed-by-authority = 由受信任的機構簽發
fingerprint-checked = 我已向管理員核對過新指紋
trust-check-first = 請先向管理員核對新指紋
trust = 信任新憑證
do-not-trust = 不連線

## The connection

retry-now = 立即重連
play-here = 在這裡下
game-goes-on = 你的對局或邀請還在進行
leave-server = 離開伺服器
game-forgotten = 伺服器上已沒有這盤棋，只能檢視，不能繼續下

## The lobby

players = 線上棋手
my-games = 我的棋局
loading = 正在讀取…
no-games-yet = 還沒有下完的棋局。下完一盤後，可以在這裡覆盤。
more-games = 更早的棋局
no-games-found = 沒有符合條件的棋局。
filter-opponent = 對手
filter-from = 開始日期
filter-to = 結束日期
find-games = 搜尋
library-title = 棋譜庫
library-explained = 你下完的棋，儲存在本機
library-empty = 還沒有棋譜。下完的棋會自動儲存在這裡，不連伺服器也能看。
library-position = 目前局面
library-export = 匯出 PGN
library-export-explained = 把符合條件的棋局寫入一個 PGN 檔案
library-export-some = 匯出 { $games }/{ $all }
library-export-xiangqi = 匯出象棋
library-export-left-out = 把符合條件的棋局寫入一個 PGN 檔案，不含軍棋：PGN 不支援軍棋
library-add = 加入檔案
library-add-explained = 選擇棋譜檔案，或把多個檔案拖到視窗裡
import-progress = 檔案 { $done } / { $files }
import-taken = 已加入 { $games } 局
import-known = 庫中已有 { $games } 局
import-noted = 有讀取說明 { $games } 局
import-refused-games = 不能讀取的對局 { $games } 局
import-refused-files = 不能讀取的檔案 { $files } 個
back-to-list = 回到列表
library-delete = 刪除棋譜
library-delete-explained = 選擇要刪除的棋譜
library-delete-one = 刪除
library-delete-sure = 確定？
library-delete-all = 全部刪除
library-delete-all-sure = 確定全部刪除？
library-delete-done = 完成
library-undelete = 復原刪除
open-record = 開啟
open-game = 看棋譜
to-games = 返回
versus = { " 對 " }
watch = 觀戰
unwatch = 離開觀戰
watch-rematch = 觀看下一局
step-first = 回到開局
step-back = 上一步
step-forward = 下一步
step-last = 最後一步
no-earlier-move = 前面沒有著法了。
no-later-move = 後面沒有著法了。
to-live = 回到目前
from-start = 從頭看
broadcast-ended = 轉播已結束
watching = 觀戰中
no-spectators = 還沒有人觀戰
watch-delay = 觀戰延遲
watch-delay-field = 觀戰延遲（步）
watch-delay-hint = 0 到 40，觀戰者看到的棋局晚這麼多步
paused = 伺服器暫時無法儲存棋局，對局全部暫停，棋鐘停走
spectator-prefix = 〔觀戰〕
search = 搜尋棋手
idle = 空閒
at-board = 剛下完棋
playing = 對局中
offline = 斷線
challenge = 挑戰
challenge-away = 對方斷線了，不能挑戰
lobby-empty = 還沒有其他棋手。把伺服器的位址告訴朋友，請他們來下一盤。
no-player-found = 沒有找到這位棋手。
lobby-chat = 大廳聊天
registered = 已註冊
not-registered = 未註冊
guest = 遊客
seek-find = 找對手
seek-hint = 有人想下同樣的棋就開始對局
seek-terms = 選擇棋種、用時等條件
seek-change = { $terms } · 更改
seek-begin = 開始找
seek-also-games = 也可以下
seek-also-times = 其他用時
reach-label = 對手等級分
reach-within = ±{ $points } 分
reach-anyone = 不限
reach-now = 等級分 ±{ $points }
seek-and-more = { $terms }，另有 { $count } 種
form-too-many = 棋種與用時合起來最多 { $most } 種
form-computer-clock = 電腦棋手只下限時的對局
seek-stop = 停止找對手
seek-ended = 已停止找對手
seek-looking = 正在找對手
seek-seeks = 找對手中
seek-play = 應戰
seek-play-with = 與{ $name }對局
seek-again = 繼續找
seek-away-label = 離開後
seek-away-tell = 24 小時內通知我
seek-away-hint = 你不在時別人也能應戰，雙方都再次同意後才開始對局
seek-away-open = 別人仍可應戰
seek-away-end = 結束
seek-ask = 問對方
seek-ask-name = 問{ $name }下不下
seek-tell = 告訴對方
seek-tell-name = 告訴{ $name }你想下
seek-kept = 會告訴{ $name }；對方上線時通知你
seek-answered = { $name }想與你對局
seek-here = { $name }上線了
seek-to-be-told = { $name }上線後會知道
seek-declined = { $name }拒絕了，或已不再找對手
rating-label = 等級分
rating-rated = 計等級分
rating-unrated = 不計等級分
rating-hint = 對局會改變雙方的等級分
rating-not-with-guest = 與遊客對局不計等級分
rating-opponent-guest = 不計等級分：{ $name } 是遊客
rating-opponent-unwilling = 不計等級分：{ $name } 沒有選擇計等級分的對局
rating-not-this = 此局不計等級分
unratable-guest = 只有註冊的棋手可以下等級分對局
unratable-computer = 與電腦對局不計等級分
unratable-start-position = 從指定局面開始的對局不計等級分
unratable-odds = 雙方用時不同的對局不計等級分
unratable-untimed = 不限時的對局不計等級分
uncounted-too-short = 不計分：對局太短
uncounted-same-pair = 不計分：兩位當天的等級分對局已滿
uncounted-unregistered = 不計分：有一方已不是註冊棋手
uncounted-annulled = 不計分：管理員已判此局無效
correction-annulled = 對局無效
correction-red = 改判紅勝
correction-black = 改判黑勝
correction-draw = 改判和棋
rating-of-computer = 等級分約 { $rating }：只是估計，與電腦的對局不計等級分。
rating-changed = 等級分 { $rating }（{ $change }）
rating-missing = 暫定，至少再下 { $games } 局
speed-fast = 快棋
speed-normal = 中速
speed-correspondence = 通訊棋
speed-slow = 慢棋
rating-of = { $game } · { $speed }：{ $rating }
watches = 觀戰中
registered-explained = 這個名字受密碼保護。
register = 註冊這個名字
register-explained = 註冊後，使用這個名字需要密碼，下過的棋局也會保留，還可以下等級分對局。密碼無法找回，請牢記。
password-again = 再輸入一次
password-hint = 至少 8 個字元
change-password = 修改密碼
change-explained = 修改後，其他裝置需要輸入新密碼。
old-password = 原密碼
old-password-wrong = 原密碼不對
old-password-missing = 請輸入原密碼
new-password = 新密碼
sign-out-here = 登出這台裝置
sign-out-everywhere = 登出其他裝置
sign-out-explained = 其他裝置都要重新輸入密碼，本機不受影響。
sign-out-yes = 登出
chat-hint = 說點什麼…
chat-empty = 還沒有人說話
you = 你
block = 封鎖
unblock = 解除封鎖
blocked = 已封鎖
blocked-players = 已封鎖的棋手
block-explained = 收不到對方的挑戰和聊天，對方不會知道。
challenge-policy = 誰可以向我挑戰
waiting-for-answer = 等待對方回應
shutting-down = 伺服器即將關閉，不再開新局

## Profiles and leaderboards

profile-show = 棋手資訊
profile-own = 我的資訊
profile-leaderboard = 排名
profile-leaderboard-hint = 各棋種等級分的排名
profile-computers = 電腦各級
profile-computers-explained = 這些等級分是估計的，不會變動，因為與電腦的對局不計等級分。
profile-speed = 快慢
profile-nobody = 最近 90 天沒有人下過這種等級分對局。
profile-hidden = 你的資訊不公開，別人在這裡看不到你。
profile-guest = 註冊名字後可以下等級分對局，也會列入排名。
profile-games = { $games } 局
profile-missing = 至少再下 { $games } 局
profile-new-opponents = 還需 { $opponents } 位新對手
profile-page = 第 { $page } 頁，共 { $pages } 頁
profile-previous = 上一頁
profile-next = 下一頁
profile-here = 現在在線上
profile-last-seen = { $ago }來過
profile-rated = 等級分對局
profile-no-rated = 還沒有下過等級分對局。
profile-curve = 最近 { $games } 局後的等級分
profile-best-wins = 最佳勝局
profile-all-games = 全部對局
profile-last-games = 最近 { $games } 局
profile-no-games = 還沒有下完的棋局。
profile-openings-red = 執紅常用開局
profile-openings-black = 執黑常用開局
profile-audience = 誰可以看我的資訊
profile-audience-everyone = 所有人
profile-audience-registered = 僅註冊棋手
profile-audience-nobody = 不公開
profile-show-seen = 顯示我最近來過的時間
profile-note = 大廳裡的名字後面仍會顯示等級分。
profile-refused-unknown = 這裡沒有人註冊過這個名字。
profile-refused-unregistered = 只有註冊棋手才有這些資訊。
profile-refused-private = 這位棋手不對你公開資訊。
profile-register = 有些棋手只對註冊棋手公開：註冊名字後即可查看。
fair-completion = 完成對局
fair-completion-of = 最近 { $games } 局完成 { $finished } 局
fair-against = 計入的未完成對局
fair-abandoned = 中途離開
fair-never-begun = 未開局
fair-counts-abandoned = 計為中途離開
fair-counts-never-begun = 計為未開局
fair-share = 你找對手或比賽下的最近 { $games } 局中有 { $unfinished } 局沒有下完
fair-streak = 你找對手或比賽下的棋連續 { $games } 局沒有下完
fair-wait = { $why }，{ $time }後才能再找對手
fair-wait-short = { $time }內不能找對手
fair-wait-until = { $until } 起可以再找對手
fair-minutes = { $minutes } 分鐘
fair-hours = { $hours } 小時

## Openings of xiangqi

opening-central-cannon = 中炮
opening-palcorner-cannon = 士角炮
opening-cross-palace-cannon = 過宮炮
opening-golden-hook-cannon = 金鉤炮
opening-elephant = 飛相局
opening-horse = 起馬局
opening-edge-horse = 邊馬局
opening-pawn = 仙人指路
opening-edge-pawn = 邊兵局
opening-advisor = 上仕局
met-with-central-cannon = 中炮
met-with-palcorner-cannon = 士角炮
met-with-cross-palace-cannon = 過宮炮
met-with-golden-hook-cannon = 金鉤炮
met-with-elephant = 飛象
met-with-horse = 進馬
met-with-edge-horse = 邊馬
met-with-pawn = 挺卒
met-with-edge-pawn = 挺邊卒
met-with-advisor = 上士
defense-same-direction-cannons = 順炮
defense-opposite-direction-cannons = 列炮
defense-screen-horses = 中炮對屏風馬
defense-sandwich-horses = 中炮對反宮馬
defense-single-horse = 中炮對單提馬
defense-opposing-pawns = 對兵局
defense-cannon-behind-pawn = 仙人指路對卒底炮
against-opening = { $opening }對{ $reply }

## Reports of players

report-begin = 檢舉
report-hint = 告訴伺服器的管理員這位棋手違反規則
report-heading = 檢舉{ $name }
report-kind = 檢舉類型
report-kind-cheating = 作弊
report-kind-communication = 言語或名字不當
report-kind-boosting = 刷分
report-kind-other = 其他
report-when-cheating = 借助軟體或他人支招下棋。
report-when-communication = 在聊天中辱罵、威脅或發廣告，或名字不當。
report-when-boosting = 故意輸棋，或自己與自己對局，以改變等級分。
report-when-other = 不屬於以上類型，請說明。
report-words = 事情經過
report-words-hint = 最多{ $most }個字
report-attached-game = 伺服器會附上第{ $game }局棋，以及你看到的該局聊天。
report-attached = 伺服器會附上你看到的聊天，或你們最近的一局棋。
report-privacy = 對方不會知道是誰檢舉的。
report-send = 提交檢舉
report-no-kind = 請選擇檢舉類型。
report-no-words = 請說明事情經過。
report-decided = 你的檢舉已處理
report-upheld = 管理員已查看你對{ $name }的檢舉，並作了處理。謝謝。
report-dismissed = 管理員已查看你對{ $name }的檢舉，沒有發現需要處理的問題。
report-understood = 知道了
report-judged = 管理員對你作出了決定
report-effect-dismiss = 不作處理。
report-effect-warn = 這是一次警告。
report-effect-mute = 你不能聊天。
report-effect-ban = 你不能進入這個伺服器。
report-until = 到{ $time }為止
report-unlimited = 沒有期限
report-about = 類型
report-reason = 理由
report-appeal = 你的申訴
report-appeal-hint = 說明決定錯在哪裡；只能申訴一次
report-appeal-send = 申訴
report-name-banned = 這個名字已被封禁
report-name-may-appeal = 如果這是你用過的名字，可以對這個決定申訴一次。
report-list = 棋手檢舉
report-none = 沒有待處理的檢舉。
report-more = 還有{ $count }個，處理完這些後會顯示。
report-appeals = 申訴
report-appeals-answer = 如果申訴成立，由伺服器管理員解除禁言或封禁。
report-appeals-more = 還有{ $count }個較早的申訴沒有顯示。
report-verdict = 處理結果
report-appealed = 申訴內容
report-appeal-unproven = 未證明是本人：申訴的可能是別人
report-item = 第{ $number }號：{ $name }
report-by = 檢舉人：{ $name }
report-game = 第{ $game }局
report-decision-reason = 給對方的理由
report-decision-hint = 只有不成立時可以不寫
report-term = 禁言或封禁時間
report-term-day = 一天
report-term-week = 一週
report-term-month = 30天
report-term-unlimited = 沒有期限
report-measure-dismiss = 不成立
report-measure-warn = 警告
report-measure-mute = 禁言
report-measure-ban = 封禁
report-refused-yourself = 不能檢舉自己。
report-refused-not-met = 你最近沒有和這位棋手對局，也沒有看到其聊天。
report-refused-already-reported = 你上次對這位棋手的檢舉還沒有處理。
report-refused-too-long = 文字太長。
report-refused-empty = 沒有寫內容。
report-refused-full = 伺服器上待處理的檢舉太多，請稍後再試。
report-refused-unknown = 已經沒有這個檢舉了。
report-refused-not-moderator = 只有管理員可以這樣做。
report-refused-gone = 這位棋手已經離開。只能判為不成立，或警告。
report-refused-too-many-sanctions = 封禁和禁言太多，管理員需要先解除一些。
report-examine = 與引擎對比
report-examine-hint = 這一局的著法與引擎有多一致，以及這樣的等級分通常如何
report-examining = 引擎正在檢查這一局，請過一分鐘再問。
report-agreement = { $moves } 著中有 { $percent }% 是引擎的前三選；每著平均損失百分之 { $loss } 個兵
report-agreement-few = 只有 { $moves } 著可以判斷，說明不了什麼
report-usual = 等級分 { $lowest } 至 { $highest } 的另外 { $others } 例通常為：{ $percent }%，每著百分之 { $loss } 個兵
report-usual-unrated = 此局不計等級分，沒有可比的資料。
report-usual-few = 可比的等級分對局太少：{ $others }，需要 { $needed }
report-examining-others = 還有 { $games } 局正在檢查，以後再問，比較會更準。
report-only-a-hint = 只是線索，不能當作結論：局面簡單、走常見的開局、狀態好時也是這樣。
report-refused-not-examined = 此局無法檢查：只有已結束的象棋對局可以，每次只能幾局。
notice-chat-marked = 這句話含有伺服器詞表中的詞，隱藏這類話的棋手看不到。
show-marked-chat = 顯示含有伺服器詞表中詞語的聊天
notice-reported = 檢舉已儲存。處理後會在這裡告訴你。

## A challenge

game = 棋種
colors = 執子
your-colors = 我方
time = 用時
takebacks = 悔棋
start = 開局
custom-start = 指定局面
accept = 接受
decline = 拒絕
decline-because = 說明理由
both-times = 雙方用時
your-time = 你的用時
opponents-time = 對方用時
same-times = 雙方相同
different-times = 雙方不同
start-hint = FEN，留空為標準開局
send-challenge = 發出挑戰
minutes = 分
seconds = 秒
no-limit-hint = 0 或留空表示不限

## The board

moves = 棋譜
available = 可走著法
chat = 聊天
more = 更多
no-moves-yet = 還沒有走棋
nothing = —
not-your-turn-list = 輪到你走時，這裡列出所有合法著法
click-twice = 點一次在棋盤上預覽，再點一次走棋
click-twice-fingers = 點一步棋，在棋盤上預覽；再點棋盤上要去的地方走棋。
online = 線上
away = 斷線
left = 已離開
opponents-turn = 輪到對方走
in-check = 將軍
you-are-in-check = 你被將軍
sending = 正在送出…
in-read-time = 讀秒中
takeback = 悔棋
draw = 求和
resign = 認輸
abort = 取消對局
rematch = 再來一局
to-lobby = 返回大廳
accept-offer = 同意
decline-offer = 拒絕
withdraw = 撤回
abort-question = 確定要取消對局嗎？
resign-question = 確定要認輸嗎？
resign-yes = 認輸
resign-no = 繼續下
claim-win = 判勝
claim-draw = 判和
to-current = 回到目前
flip = 翻轉
untimed = 不計時
list-comma = 、
list-semicolon = ；

## Luzhanqi

setting-up = 佈陣
still-setting-up = 佈陣中
ready = 已就緒
setup-state = 對調棋子，佈好後確認
setup-hint = 點一個棋子，再點另一個，兩子對調，也可以直接拖曳。軍旗放在大本營，地雷放在後兩排，炸彈不能放在第一排，行營不放棋子。
setup-hint-fingers = 點一個棋子，再點另一個，兩子對調，也可以直接拖曳。軍旗放在大本營，地雷放在後兩排，炸彈不能放在第一排，行營不放棋子。
setup-waiting = 已確認，等待對方。對方確認之前可以撤回。
confirm-formation = 確認佈陣
withdraw-formation = 撤回確認
shuffle = 隨機
layouts = 陣形
layout-name = 目前陣形儲存為
layout-name-hint = 陣形名稱
save = 儲存
load = 載入
rename = 改名
rename-to = 新名稱
delete-layout = 刪除
no-layouts = 還沒有儲存過陣形。
layouts-in = 陣形檔案在這個資料夾，別人的陣形也可以放進來：
losses = 戰況
own-losses = 己方陣亡
enemy-losses = 對方陣亡
your-turn-short = 輪到你走
mark-as = { $station } 標記為
clear-mark = 清除
marks-hint = 點對方的暗子，可以標記你的猜測，只有自己看得見。
marks-hint-fingers = 點對方的暗子，可以標記你的猜測，只有自己看得見。
mines = 棋子觸雷時
red-losses = 紅方陣亡
black-losses = 黑方陣亡

## Xiangqi

repetitions = 棋規

## Phrases of the chat

lobby-phrase-1 = 大家好！
lobby-phrase-2 = 誰來一盤？
lobby-phrase-3 = 下快棋嗎？
lobby-phrase-4 = 下慢棋嗎？
lobby-phrase-5 = 稍等一下。
game-phrase-1 = 你好！
game-phrase-2 = 請多指教。
game-phrase-3 = 好棋！
game-phrase-4 = 稍等，我想想。
game-phrase-5 = 請走棋。
game-phrase-6 = 承讓。
game-phrase-7 = 謝謝，再見！

## The connection

paused-retry-in = 伺服器暫停中，{ $seconds } 秒後重試
paused-retrying = 伺服器暫停中，正在重試…
hall-moving = 分區正在切換伺服器，重新連線中…
connection-lost-in = 連線中斷，{ $seconds } 秒後第 { $attempt } 次重連
connection-lost-now = 連線中斷，正在第 { $attempt } 次重連…
connected-to = 已連線 { $server }
hosting-at = 本機伺服器執行中，連接埠 { $port }
encrypted-with =
    連線已加密（TLS）。伺服器憑證的指紋：
    { $fingerprint }
round-trip = { $ms } ms

## Players and challenges

policy-everyone = 所有人
policy-registered = 僅註冊棋手
policy-nobody = 不接受
blocked-count = 已封鎖 { $count } 人
lobby-away = { $players } 人斷線
lobby-online = { $players } 人線上
lobby-online-all = 線上 { $players }
lobby-computers = { $computers } 個電腦棋手
lobby-games = { $games } 盤進行中
computer-of-level = 電腦 · { $level } 級
live-games = 正在進行
live-games-more = 換一批
games-together = 交手紀錄
recent-opponents = 近期對手
games-together-none = 還沒有交過手
games-together-failed = 伺服器沒有給出對局
games-together-all = 全部對局
no-running-games = 現在沒有對局。挑戰一位棋手，別人就可以觀戰。
preview-over = 對局結束
lobby-address = 這個伺服器的位址，可以告訴朋友：
lobby-visitors = 最近來過
seen-just-now = 剛剛
seen-minutes = { $minutes } 分鐘前
seen-hours = { $hours } 小時前
seen-days = { $days } 天前
score = { $won } 勝 · { $drawn } 和 · { $lost } 負
here-just-joined = 剛剛上線
here-minutes = { $minutes } 分鐘前上線
here-hours = { $hours } 小時前上線
challenge-by = { $name } 向你挑戰
challenge-to = 挑戰 { $name }
seconds-left = { $seconds } 秒
and-more = 還有 { $count } 人
is-offline = { $name } 斷線了
preset-quick = 快棋
preset-standard = 標準
preset-slow = 慢棋
preset-tournament = 比賽
preset-move-only = 只限步時
preset-untimed = 不計時
labelled = { $label }：{ $value }
aside = { $what }（{ $more }）
color-choice-red = 執紅先行
color-choice-black = 執黑後行
color-choice-random = 隨機
you-play-red = 你執紅先行
you-play-black = 你執黑後行
you-play-random = 隨機執子
takeback-policy-off = 不可悔棋
takeback-policy-ask = 須對方同意
rule-set-asian = 亞洲規則
rule-set-chinese = 中國規則
rule-set-simple = 簡易規則
decline-unspecified = 不說明理由
decline-busy = 忙碌中
decline-later = 稍後再下
decline-too-fast = 用時太短
decline-too-slow = 用時太長
decline-other-terms = 換個條件
game-xiangqi = 象棋
game-luzhanqi-classic = 軍棋
game-luzhanqi-cross = 軍棋（四國棋盤）
mine-rule-stays = 子陣亡，雷還在
mine-rule-both-captured = 同歸於盡

## Times

clock-part-game = 局時
clock-part-move = 步時
clock-part-increment = 加秒
clock-part-read = 讀秒
clock-game = 局時 { $minutes } 分
clock-game-short = { $minutes } 分
clock-per-move = 步時 { $seconds } 秒
clock-increment = 每步加 { $seconds } 秒
clock-read = 讀秒 { $seconds } 秒
clock-separator = ，
clock-untimed = 不計時
countdown-seconds = { $seconds } 秒
countdown-minutes = { $minutes } 分 { $seconds } 秒
move-time = 步時 { $seconds }
read-time = 讀秒 { $seconds }

## At the table

red = 紅
black = 黑
side-to-move = 輪到{ $side }方走
offered-takeback-by = { $name } 請求悔棋
offered-draw-by = { $name } 求和
offered-rematch-by = { $name } 想再來一局
offered-takeback = 已請求悔棋，等待對方回應
offered-draw = 已求和，等待對方回應
offered-rematch = 已請求再來一局，等待對方回應
opponent-away-until = { $name } 斷線了，{ $time } 後你可以申請判勝或判和
opponent-away-long = { $name } 斷線了，你可以申請判勝或判和，也可以繼續等
early-absence = { $name } 斷線了，{ $time } 後對局取消，不計勝負
absence-short-own = 再斷線 { $time }，對方可申請判定
absence-short-opponent = 再斷線 { $time }，你可申請判定
absence-left-own = 本局你再斷線 { $time }，對方就可以申請判勝或判和
absence-left-opponent = 本局 { $name } 再斷線 { $time }，你就可以申請判勝或判和
interruption-credit = 伺服器在這盤棋中中斷過，局時補了 { $time }。
lag-credit-seconds = 延遲補 { $seconds } 秒
lag-credit-left = 伺服器測得的網路延遲不計入用時，每步最多補償 0.5 秒。補償還剩 { $seconds } 秒，每走一步恢復 0.1 秒。
first-move-clock = 第一步
result-won = 勝
result-lost = 負
result-drawn = 和
result-aborted = 無結果
plies = { $plies } 步
delayed = 觀戰中 · 延遲 { $plies } 步
spectators = 觀戰 { $count }
reviewing = { $ply ->
        [0] 初始局面
       *[other] 第 { $ply } 步，共 { $of } 步
    }

## Luzhanqi

setup-left = 還有 { $time }，到時按目前陣形開始
lost-count = { $count } 子
quiet-steps = 已有 { $quiet } 步沒有碰子，滿 { $of } 步判和
side-passed = { $side }方輪空 { $passes }/{ $of }
draw-near = 再走 { $steps } 步還沒有碰子就判和
notation-passed = 輪空
notation-lost = { $squares } 負
notation-won = { $squares } 勝
notation-both = { $squares } 兌
notation-piece = { $piece } { $squares }
notation-takes = { $moved } 吃{ $met }
notation-both-with = { $moved } 兌{ $met }
ply-by-me = 我
ply-by-opponent = 對方
ply-moved = { $who } { $what }
ply-battle = { $who } { $what }，{ $outcome }
ply-falls = { $piece }陣亡
ply-flag-taken = 奪走軍旗
ply-attacker-falls = 攻方陣亡
ply-defender-falls = 守方陣亡
ply-both-fall = 雙方同失
ply-both-fall-with = 雙方同失，失{ $piece }
short-marshal = 司令
short-general = 軍長
short-major-general = 師長
short-brigadier = 旅長
short-colonel = 團長
short-major = 營長
short-captain = 連長
short-lieutenant = 排長
short-engineer = 工兵
short-bomb = 炸彈
short-mine = 地雷
short-flag = 軍旗
short-camp = 行營
short-headquarters = 大本營
strength-marshal = 司令
strength-general = 軍長
strength-major-general = 師長
strength-brigadier = 旅長
strength-colonel = 團長
strength-major = 營長
strength-captain = 連長
strength-lieutenant = 排長
strength-engineer = 工兵
strength-bomb = 炸彈
strength-mine = 地雷
strength-flag = 軍旗
battle-defender-captured = 勝
battle-attacker-captured = 負
battle-both-captured = 兌

## Rulings on repetitions

repetition-loss = { $loser }方{ $offence }：{ $moves }，連續 { $times } 次{ $done }，判負
repetition-loss-warning = 再重複一次判{ $loser }方負。{ $loser }方{ $offence }：{ $moves }，已連續 { $times } 次{ $done }
repetition-draw = 雙方不變作和：{ $moves }
repetition-draw-both = 雙方{ $offence }，不變作和：{ $moves }
repetition-draw-warning = 再重複一次判和：{ $moves }
repetition-draw-both-warning = 再重複一次判和。雙方{ $offence }：{ $moves }
repetition-offence-check = 長將
repetition-offence-chase = 長捉
repetition-offence-attack = 長打
repetition-done-checks = 將軍
repetition-done-attacks = 將軍、要殺或捉子
repetition-done-pinned-rook = 捉被馬牽制的車
repetition-done-chases = 捉{ $victims }
repetition-victims-separator = 、
repetition-victim-king-red = 帥
repetition-victim-king-black = 將
repetition-victim-advisor-red = 無根仕
repetition-victim-advisor-black = 無根士
repetition-victim-elephant-red = 無根相
repetition-victim-elephant-black = 無根象
repetition-victim-horse = 無根馬
repetition-victim-rook = 車
repetition-victim-cannon = 無根炮
repetition-victim-pawn-red = 無根兵
repetition-victim-pawn-black = 無根卒

## How games end

outcome-you-won = 你贏了
outcome-you-lost = 你輸了
outcome-red-won = 紅方勝
outcome-black-won = 黑方勝
outcome-drawn = 和棋
outcome-aborted = 對局取消
reason-agreement = 雙方同意
reason-time-without-attackers = 一方超時，但對方已無進攻子力
reason-abandonment = 一方離開
reason-too-long = 達到步數上限
reason-quiet-steps = 連續多步沒有碰子
reason-repetition = 雙方不變
reason-natural-limit = 自然限著：六十回合未吃子
reason-no-attackers = 雙方均無進攻子力
reason-requested = { $side }方取消，不計勝負
reason-no-first-move = { $side }方沒有及時走出第一步，不計勝負
reason-absent = { $side }方開局前斷線太久，不計勝負
reason-both-away = 雙方離開太久，不計勝負
reason-organiser = 比賽主辦者中止了對局，不計勝負
reason-server-shutdown = 伺服器關閉，不計勝負
win-checkmate = 絕殺
win-stalemate = 困斃
win-resignation = { $loser }方認輸
win-game-time = { $loser }方超時
win-move-time = { $loser }方步時超時
win-abandonment = { $loser }方離開
win-flag-captured = { $loser }方軍旗被奪
win-no-movable-piece = { $loser }方無棋可走
win-perpetual-check = { $loser }方長將不變
win-perpetual-chase = { $loser }方長捉不變
win-perpetual-attack = { $loser }方長打不變

## Why there is no connection

offline-version = 版本不符：伺服器需要 { $oldest } 到 { $newest } 版，請更新程式
offline-one-version = 版本不符：伺服器需要 { $version } 版，請更新程式
offline-by-server = 伺服器斷開了連線
offline-broken = 伺服器發來的資料有誤
offline-failed = 連線中斷：{ $words }
server-silent = 伺服器沒有回應，正在重試…
seat-waits = 你的對局或邀請還在那裡。
server-answers = 伺服器已恢復
server-missing = 此頁面沒有伺服器
connect-unknown-host = 找不到這個位址
connect-refused = 這個位址沒有執行伺服器
connect-timed-out = 伺服器沒有回應
connect-unreachable = 網路無法到達這個位址
connect-not-chuhe = 這不是楚河的伺服器
connect-no-tls = 沒有連線：伺服器不支援 TLS 加密
connect-certificate-changed = 沒有連線：伺服器的憑證變了
connect-tls-failed = TLS 加密失敗：{ $words }
connect-other = 連線失敗：{ $words }
closed-quit = 已離開伺服器
closed-superseded = 你在別處登入了，這裡的連線已斷開
closed-other-tab = 你正在另一個頁面裡下棋
closed-other-window = 你正在另一個視窗裡下棋
closed-no-greeting = 伺服器斷開了連線：沒有及時收到名字
closed-silent = 伺服器斷開了連線：太久沒有收到資料
closed-flood = 伺服器斷開了連線：請求太多
closed-slow-reader = 伺服器斷開了連線：網路太慢
closed-broken-frame = 伺服器斷開了連線：收到的資料有誤
closed-shutting-down = 伺服器已關閉
closed-server-full = 伺服器已滿，請稍後再來
closed-signed-out = 你已在所有裝置上登出
closed-address-full = 來自你這個位址的連線太多
closed-tls-required = 這個伺服器只接受 TLS 加密連線
closed-kicked = 你被管理員請出了伺服器
closed-name-registered = 這個名字已被其他棋手註冊，請換一個
closed-banned = 你已被這個伺服器停權
closed-banned-for = 你已被這個伺服器停權，{ $minutes } 分鐘後解除
closed-hall-moved = 分區已切換到另一台伺服器

## Refusals

refusal-no-formations = 這種棋不用佈陣
refusal-claim-too-soon = { $seconds } 秒後才可以
refusal-chat-too-fast = 發言太快，請等 { $seconds } 秒
refusal-not-joined = 請先進入伺服器
refusal-already-joined = 你已經進入伺服器
refusal-name-taken = 這個名字有人用了，請換一個
refusal-name-reserved = 這個名字留給伺服器的管理員或電腦，請換一個
refusal-unknown-token = 上次的登入已失效，請重新進入
refusal-shutting-down = 伺服器即將關閉，不再開新局
refusal-no-such-player = 這位棋手已離開
refusal-challenge-self = 不能挑戰自己
refusal-opponent-busy = 對方正在下棋
refusal-you-are-busy = 你正在下棋
refusal-already-challenged = 你已經向這位棋手發出挑戰，請等待回應
refusal-too-many-challenges-out = 你發出的挑戰太多，請取消一個或稍等
refusal-too-many-challenges-in = 這位棋手收到的挑戰太多，請稍後再試
refusal-no-such-challenge = 這個挑戰已失效
refusal-not-your-challenge = 這不是你的挑戰
refusal-no-such-game = 伺服器上沒有這盤棋，可能已經結束
refusal-not-your-game = 你沒有參加這盤棋
refusal-not-watching = 你沒有觀戰這盤棋
refusal-game-over = 棋局已經結束
refusal-game-running = 棋局還沒有結束
refusal-wrong-ply = 局面已變，這一步沒有走
refusal-resign-too-early = 現在還不能認輸
refusal-abort-too-late = 雙方都已走棋，不能再取消對局
refusal-nothing-to-claim = 雙方都走過棋後才能申請判勝或判和
refusal-opponent-not-away = 對方沒有斷線
refusal-opponent-left = 對方已離開棋桌
refusal-chat-empty = 請先輸入內容
refusal-chat-too-long = 太長了，最多 200 個字
refusal-too-many-offers = 你在這盤棋裡提出的請求太多了
refusal-name-registered = 這個名字已註冊：請換一個，或輸入它的密碼
refusal-wrong-password = 名字或密碼不對
refusal-invalid-password = 密碼需要 8 到 128 個字元
refusal-already-registered = 你的名字已經註冊
refusal-request-pending = 上一個請求還沒有完成，請稍候
refusal-paused = 伺服器暫時無法儲存棋局，對局暫停
refusal-opponent-away = 對方斷線了，請稍等
refusal-cannot-watch = 你在這盤棋的棋桌上，不能觀戰
refusal-too-many-spectators = 這盤棋觀戰的人太多了
refusal-unreadable = 棋譜無法讀取
refusal-registry-full = 這個伺服器的註冊名額已滿
refusal-no-challenges = 這位棋手現在不接受挑戰
refusal-registered-challengers-only = 這位棋手只接受註冊棋手的挑戰
refusal-player-blocked = 你已封鎖這位棋手，解除封鎖後才能對局
refusal-too-many-blocks = 最多封鎖 { $count } 人
refusal-block-self = 不能封鎖自己
refusal-no-such-hall = 伺服器沒有這個分區
refusal-hall-full = 分區已滿，請換一個
refusal-other-hall = 請重新連線後再進入其他分區
refusal-no-registration = 這個伺服器不能註冊名字
refusal-hall-elsewhere = 分區正在切換伺服器，請稍後再試
refusal-no-such-invitation = 這裡沒有這個邀請，請向朋友要一個新連結
refusal-invitation-accepted = 這個邀請已被別人接受
refusal-invitation-withdrawn = 這個邀請已被撤回
refusal-invitation-expired = 這個邀請已過期
refusal-invitation-busy = 邀請你的棋手已開始另一局
refusal-invitation-gone = 邀請你的棋手已離開
refusal-own-invitation = 這是你自己的邀請，請把連結發給朋友
refusal-too-many-invitations = 你已經有一個邀請了
refusal-invitations-full = 這裡的邀請太多了，請稍後再試
seek-refused-count = 一次可以找 1 到 { $most } 種對局
seek-refused-start = 從指定局面開始的對局，請直接挑戰或邀請
seek-refused-odds = 雙方用時不同的對局，請直接挑戰或邀請
seek-refused-full = 這裡找對手的人太多了，請稍後再試
seek-refused-gone = 對方已不再找這樣的對局
seek-refused-reach = 對方在找等級分更接近的對手
seek-refused-guest = 註冊棋手才能在離開後收到通知，請先註冊
seek-refused-answers = 等待通知的人太多了，請稍後再試
seek-refused-asleep = 請先切回楚河，再找對手
refusal-invitation-taken = 這個邀請已被別人接受，正在等待
refusal-invitation-missed = 一小時內兩人沒有同時在線
refusal-invitation-left = 你已離開這個邀請
refusal-challenge-too-soon = { $seconds } 秒後才能再次挑戰這位棋手
refusal-too-many-attempts = 嘗試次數太多，請 { $seconds } 秒後再試
silenced = 你已被管理員禁言
silenced-for = 你已被管理員禁言，{ $minutes } 分鐘後解除
illegal-other-game = 那是另一種棋的走法
offer-too-soon = { $seconds } 秒後才能再提
offer-draw-too-often = 再走 { $plies } 步才能再求和
offer-takeback-off = 這盤棋約定不可悔棋
offer-nothing-to-take-back = 你還沒有走棋
offer-pending = 已經提出，請等待對方回應
offer-before-both-moved = 雙方都走過棋才能求和
offer-no-open-offer = 這個請求已失效
illegal-not-your-turn = 還沒輪到你走
illegal-no-piece = 那裡沒有棋子
illegal-not-your-piece = 那不是你的棋子
illegal-own-piece-there = 那裡有你自己的棋子
illegal-not-its-move = 這個子不能這樣走
illegal-horse-leg-blocked = 蹩馬腿
illegal-elephant-eye-blocked = 塞象眼
illegal-elephant-may-not-cross-river = 相（象）不能過河
illegal-outside-palace = 這個子不能出九宮
illegal-path-blocked = 中間有子擋著
illegal-cannon-no-screen = 炮吃子必須隔一個子
illegal-cannon-too-many-screens = 炮只能隔一個子吃
illegal-pawn-may-not-retreat = 兵（卒）不能後退
illegal-pawn-may-not-step-aside-yet = 兵（卒）過河後才能橫走
illegal-general-in-check = 這樣走會被將軍
illegal-generals-would-face = 將帥不能照面
illegal-same-point = 棋子沒有移動
illegal-not-begun = 雙方佈陣完畢才能走棋
illegal-off-the-board = 這副棋盤上沒有那個位置
illegal-never-moves = 地雷和軍旗不能移動
illegal-in-headquarters = 大本營裡的棋子不能移動
illegal-camp-occupied = 行營裡有子，不能進入
illegal-only-engineers-turn = 只有工兵能在鐵路上轉彎
illegal-no-path = 走不到那裡
illegal-battle-undecided = 這個子的碰子還沒有結果
formation-too-many = 棋子的數目不對
formation-flag-outside-headquarters = 軍旗必須放在大本營
formation-mine-too-far-forward = 地雷只能放在後兩排
formation-bomb-in-front = 炸彈不能放在第一排
setup-already-begun = 對局已經開始，不能再佈陣
setup-already-confirmed = 陣形已經確認，要修改請先撤回
setup-not-confirmed = 陣形還沒有確認
setup-nothing-placed = 還沒有佈陣
name-empty = 請填寫名字
name-too-long = 名字最多 { $count } 個字
name-space = 名字裡不能有空格
name-invisible = 名字裡有不可見的字元
name-character = 名字裡不能有「{ $character }」，只能用文字、數字、_ 和 -
filter-opponent-too-long = 棋手名太長
filter-position = 局面不合法
terms-increment-without-game-time = 加秒需要同時設局時
terms-read-seconds-without-game-time = 讀秒需要同時設局時
terms-too-long = 每一項用時最長一天
terms-too-short = 每一項用時最短一秒
terms-start-position = 開局局面不合法
terms-start-is-over = 這個局面已經分出勝負
terms-watch-delay = 觀戰延遲為 0 至 40 步
terms-no-takeback = 軍棋不能悔棋
options-resign-too-late = 最遲 { $most } 步後必須可以認輸
options-quiet-steps = 判和的步數必須在 { $fewest } 到 { $most } 之間
options-notice-too-early = 判和前的提示太早
options-passes = 判負的輪空次數必須在 1 到 { $most } 之間
fen-rank-count = FEN 應有 10 行，這裡有 { $found } 行
fen-rank-length = FEN 第 { $row } 行不是 9 個點
fen-adjacent-digits = FEN 第 { $row } 行有兩個相連的數字
fen-unknown-letter = FEN 裡的 { $letter } 不是棋子
fen-king-count = { $found ->
        [0] { $side }方沒有將帥
       *[other] { $side }方有 { $found } 個將帥
    }
fen-too-many = { $piece }太多了
fen-misplaced = { $piece }不可能在 { $square }
fen-pawns-on-one-file = { $side }方有兩個未過河的兵（卒）在 { $square } 所在的同一條線上
fen-generals-facing = 將帥不能照面
fen-opponent-in-check = 不該走棋的一方正被將軍
fen-invalid-side = 走棋方應是 w 或 b
fen-invalid-dash = FEN 的第三、四項應是 -
fen-invalid-halfmove-clock = FEN 的第五項應是 0 到 9999 的數
fen-invalid-fullmove-number = FEN 的第六項應是 1 到 9999 的數
fen-missing-field = FEN 不完整
fen-trailing-field = FEN 後面有多餘內容
password-too-short = 密碼太短，至少 { $count } 個字元
password-too-long = 密碼太長
password-differ = 兩次輸入的密碼不一致
denied-offline = 連線中斷
denied-game-gone = 伺服器上已沒有這盤棋
denied-resign-later = 再走 { $steps } 步才能認輸
form-not-a-number = { $part }必須是數字

## Layouts of luzhanqi in files

layout-saved = 陣形已儲存到 { $path }
layout-loaded = 已載入陣形「{ $name }」
layout-exists = 已經有陣形「{ $name }」了
layout-deleted = 已刪除陣形「{ $name }」
layout-bad-layout = 「{ $name }」不是有效的陣形：第 { $line } 行第 { $column } 個字元，{ $why }
layout-no-name = 請填寫陣形名稱
layout-name-character = 陣形名稱裡不能有「{ $character }」，只能用文字、數字、空格、_ - · ， 和括號
layout-name-long = 名稱有 { $count } 個字，最多 { $most } 個
file-not-a-file = { $path } 不是檔案
file-missing = 沒有檔案 { $path }
file-refused = 無法打開 { $path }：{ $words }
layout-failed = 檔案操作失敗：{ $words }
layout-full = 瀏覽器的空間已滿，陣形沒有儲存
layout-fault-heading = 開頭應是 luzhanqi layout 1
layout-fault-too-short = 內容不完整
layout-fault-too-long = 這裡有多餘內容
layout-fault-unknown-letter = { $letter } 不是棋子
layout-fault-camp-expected = 行營處應寫英文句點「.」
layout-fault-piece-expected = 這裡不是行營，應寫棋子

## Notices

notice-opponent-ready = 對方已就緒
notice-opponent-withdrew = 對方撤回了確認，重新佈陣
notice-play-begins = 佈陣結束，紅方先走
notice-own-flag-shown = 你的司令陣亡，對方能看到你的軍旗
notice-flag-shown = { $side }方司令陣亡，軍旗亮出
notice-flags-shown = 雙方司令同歸於盡，兩面軍旗都亮出
notice-in-check = 將軍！
notice-not-kept = 空間已滿，設定和進度無法儲存
notice-taken-back = 已悔棋
notice-opponent-away = 對方斷線了
notice-opponent-asleep = 對方離開了頁面，3 分鐘後才算斷線
notice-opponent-back = 對方回來了
notice-opponent-left = 對方離開了棋桌
notice-reconnected = 已重新連上
notice-sent-again = 已重新連上，剛才的請求再次發出
notice-certificate-pinned = 連線已加密。首次連線這個伺服器，已記住它的憑證指紋 { $fingerprint }
notice-copied = 已複製
invitation-heading = 用連結約朋友
invitation-create = 產生連結
invitation-instead = 改用連結邀請
invitation-open = 你的邀請
invitation-explained = 把連結發給朋友，第一個打開的人就和你對局。
invitation-copy = 複製連結
invitation-share = 發給…
invitation-code = QR 碼
invitation-code-explained = 在一起的朋友用手機相機就能打開連結。
invitation-withdraw = 撤回
invitation-from = { $name } 邀請你下棋
invitation-asking = 正在查詢這個邀請…
invitation-over = 這個連結不能開始對局
invitation-later = 以後再說
invitation-ended = 你的邀請已結束
invitation-expired = 你的邀請已過期
invitation-minutes-left = 還剩 { $minutes } 分鐘
invitation-hint = 朋友打開連結就能對局，用瀏覽器也行
invitation-play = 接受，開始對局
invitation-guest-name = 棋友{ $number }
invitation-waiting = 等待 { $name }
invitation-accepted-by = { $name } 已接受邀請
invitation-seen = { $name } 上次在線：{ $ago }
invitation-both = 兩人都在線時對局就開始，現在可以先做別的。
invitation-leave = 不再等待
invitation-missed = 你的邀請已結束：一小時內兩人沒有同時在線
link-unreadable = 這個連結不完整或已損壞，請複製完整的連結
link-unknown-place = 這個版本打不開這個連結
link-during-game = 請先下完這盤棋，再打開連結
not-online = { $name } 不在線上
host-port-taken = 這個連接埠已被佔用，請換一個
host-port-forbidden = 不能使用這個連接埠，請換一個大於 1024 的
host-already-running = 這台電腦上已經有一個伺服器在執行
host-unavailable = 這個版本的程式不能開伺服器
host-failed = 伺服器啟動失敗：{ $words }
notice-host-stopped = 本機伺服器已停止
notice-game-set-aside = 伺服器重啟後無法恢復你的對局，這盤棋不計勝負
notice-announcement = 伺服器公告：{ $text }
notice-bad-date = 日期請寫成 2026-11-22
notice-registered = 名字已註冊
notice-password-changed = 密碼已修改，其他裝置都已登出
notice-signed-out = 已登出
notice-signed-out-everywhere = 其他裝置都已登出
notice-bad-port = 連接埠必須是 1 到 65535 的數字
notice-no-host = 請填寫伺服器位址
ended-accepted = { $name } 接受了挑戰
ended-declined = { $name } 婉拒了挑戰
ended-declined-busy = { $name } 忙碌中
ended-later = { $name } 想稍後再下
ended-too-fast = { $name } 覺得用時太短
ended-too-slow = { $name } 想要限時，或更短的用時
ended-other-terms = { $name } 想換個條件
ended-cancelled = 挑戰已取消
ended-expired = { $name } 沒有回應
ended-busy = { $name } 已經在下棋了
ended-gone = { $name } 已離開
lapsed-cancelled = { $name } 取消了挑戰
lapsed-expired = { $name } 的挑戰已過期
lapsed-busy = { $name } 開始了另一盤棋
lapsed-closed = { $name } 的挑戰已結束
watch-ended-left = 已離開觀戰
watch-ended-elsewhere = 你另有對局，觀戰結束
watch-ended-closed = 雙方都已離開棋桌，觀戰結束
watch-ended-rematch = 雙方已開始再來一局
library-set-aside = 棋譜庫已損壞，現已重建；原檔案保留在 { $path }
library-games-set-aside = 棋譜庫裡有 { $games } 盤棋無法讀取，已另外保留
library-too-new = 棋譜庫由更新版本的楚河寫成，無法使用
library-full = 棋譜庫已滿，這盤棋沒有收入。請在棋譜庫中刪除棋譜。
library-deleted = 已刪除 { $games } 盤棋
library-undeleted = 已復原 { $games } 盤棋
library-too-large = 這盤棋太長，棋譜庫存不下
library-saved = 已存入棋譜庫
library-saved-as-new = 棋譜庫裡的這盤棋已有改動或已被刪除，現另存為一盤新棋
library-saved-without = 已存入棋譜庫，此格式不含：{ $parts }
library-saved-as-new-without = 棋譜庫裡的這盤棋已有改動或已被刪除，現另存為一盤新棋，此格式不含：{ $parts }
library-no-such-game = 棋譜庫裡已沒有這盤棋
library-nothing-to-export = 沒有可以匯出的棋局
library-other = 棋譜庫無法使用：{ $why }
kept-set-aside = 上次沒下完的棋無法讀取，檔案已移到 { $path }
kept-unavailable = 上次沒下完的棋現在打不開，檔案仍然保留，可以稍後重新啟動程式再試：{ $why }
kept-elsewhere = 上次沒下完的棋在另一個視窗中
kept-in-use = 另一個視窗的對局正在儲存，關閉程式後這盤棋不會保留
kept-failed = 關閉程式後這盤棋不會保留：{ $why }
kept-full = 關閉網頁後這盤棋不會保留：瀏覽器的空間已滿
interrupted-seconds = 伺服器中斷了 { $seconds } 秒，雙方各補 { $credit } 秒
interrupted-minutes = 伺服器中斷了 { $minutes } 分鐘，雙方各補 { $credit } 秒
turn-passed-own = 你步時用完，輪空一次（{ $passes }/{ $of }）
turn-passed = { $side }方步時用完，輪空一次（{ $passes }/{ $of }）
offer-declined-takeback = 對方不同意悔棋
offer-declined-draw = 對方不同意和棋
offer-declined-rematch = 對方不同意再來一局
move-declined-takeback = 你走了棋，等於不同意對方悔棋
move-declined-draw = 你走了棋，等於不同意和棋
move-declined-rematch = 你走了棋，等於不同意再來一局
offer-withdrawn-takeback = 對方撤回了悔棋的請求
offer-withdrawn-draw = 對方撤回了和棋的請求
offer-withdrawn-rematch = 對方撤回了再來一局的請求
exported = 已匯出 { $games } 盤棋到 { $path }
exported-nothing = 沒有匯出：PGN 不支援軍棋（{ $left-out } 盤）
exported-partly = 已匯出 { $games } 盤棋到 { $path }，不含 { $left-out } 盤軍棋
exported-reduced = { $said }，其中 { $games } 盤有 PGN 不支援的內容

## Help: names of pages and sections

help-page-xiangqi = 象棋
help-page-luzhanqi = 軍棋
help-heading-board = 棋盤
help-heading-pieces = 棋子
help-heading-setting-up = 佈陣
help-heading-moving = 走子
help-heading-battle = 吃子
help-heading-known = 明子與暗子
help-heading-ends = 勝負與和棋
help-heading-conduct = 對局規則

## Help: xiangqi

help-xiangqi-board-title = 九宮與河界
help-xiangqi-board-caption = 開局
help-xiangqi-board =
    棋盤有九條直線、十條橫線，棋子擺在交叉點上。中間是河界，兩端畫斜線的地方是九宮。
    紅方先走，雙方輪流，每次走一步。走到對方棋子所在的點，就把它吃掉。
    點一下自己的棋子，再點要去的地方，或者直接拖過去。走不了的棋會說明原因。
help-xiangqi-board-fingers =
    棋盤有九條直線、十條橫線，棋子擺在交叉點上。中間是河界，兩端畫斜線的地方是九宮。
    紅方先走，雙方輪流，每次走一步。走到對方棋子所在的點，就把它吃掉。
    點一下自己的棋子，再點要去的地方，或者直接拖過去。走不了的棋會說明原因。
help-xiangqi-board-typed =
    棋盤有九條直線、十條橫線，棋子擺在交叉點上。中間是河界，兩端畫斜線的地方是九宮。
    紅方先走，雙方輪流，每次走一步。走到對方棋子所在的點，就把它吃掉。
    輸入著法，例如「炮二平五」或 h2e2。走不了的棋會說明原因。
help-xiangqi-king-title = 帥（將）
help-xiangqi-king-caption-1 = 九宮之內
help-xiangqi-king-caption-2 = 不能照面
help-xiangqi-king =
    只能在九宮裡，沿著線每次走一格。
    雙方的將帥不能在同一條直線上照面：中間沒有別的棋子時，哪一方都不能走成這樣。
help-xiangqi-advisor-title = 仕（士）
help-xiangqi-advisor-caption = 九宮的斜線
help-xiangqi-advisor = 只能在九宮裡，沿著斜線每次走一格。
help-xiangqi-elephant-title = 相（象）
help-xiangqi-elephant-caption-1 = 塞象眼
help-xiangqi-elephant-caption-2 = 不過河
help-xiangqi-elephant = 走「田」字，就是斜著走兩格。田字中心有棋子（塞象眼）就過不去。相和象都不能過河。
help-xiangqi-horse-title = 馬
help-xiangqi-horse-caption = 蹩馬腿
help-xiangqi-horse = 走「日」字：先直走一格，再斜走一格。緊挨著馬的那一格有棋子（蹩馬腿），這個方向的兩個點都去不了。
help-xiangqi-rook-title = 車
help-xiangqi-rook-caption = 橫直不限遠近
help-xiangqi-rook = 沿直線走，橫直不限遠近，但不能越過棋子。路上遇到對方的棋子，可以吃掉它。
help-xiangqi-cannon-title = 炮
help-xiangqi-cannon-caption = 隔一個子吃子
help-xiangqi-cannon = 走的時候和車一樣。吃子時，炮和目標之間必須正好隔著一個棋子（炮架），不論是誰的。
help-xiangqi-pawn-title = 兵（卒）
help-xiangqi-pawn-caption-1 = 過河前
help-xiangqi-pawn-caption-2 = 過河後
help-xiangqi-pawn = 過河以前只能向前，每次一格。過河以後還可以向左、向右，但永遠不能後退。
help-xiangqi-check-title = 將軍
help-xiangqi-check-caption = 黑將被將軍，有三處可躲
help-xiangqi-check =
    下一步就能吃掉對方的將帥，叫將軍。被將軍的一方必須應將：躲開、擋住，或者吃掉將軍的棋子。
    不能走會讓自己的將帥被吃的著法。
help-xiangqi-mate-title = 絕殺與困斃
help-xiangqi-mate-caption-1 = 絕殺
help-xiangqi-mate-caption-2 = 困斃
help-xiangqi-mate =
    被將軍而無法應將，就是絕殺，判負。
    沒有被將軍，但無子可動，就是困斃，也判負。
help-xiangqi-repetition-title = 長將、長捉與不變作和
help-xiangqi-repetition-caption-1 = 車和將來回走：長將
help-xiangqi-repetition-caption-2 = 車和炮來回走：長捉
help-xiangqi-repetition =
    同一局面第三次出現時，程式按棋規裁決第一次出現以來的著法。局面第二次出現時會提醒雙方：再重複一次誰判負，因為哪幾步棋。提醒以後變著就沒有事。
    亞洲規則：步步將軍（長將）判負，步步捉同一個無根子（長捉）也判負；一方長將、一方長捉，長將的判負。將（帥）、兵（卒）捉子，捉沒有過河的兵（卒），兌子，都不算捉；馬、炮捉有根車算捉。其餘重複判和。
    中國規則：長將、長捉以外，將軍、要殺、捉子交替著走，步步都不閒（長打），也判負。雙方同樣犯規判和。
    簡易規則：只有長將判負，其餘重複判和。
    發起挑戰時可以選擇規則，通常是亞洲規則。
help-xiangqi-draws-title = 和棋
help-xiangqi-draws =
    雙方同意就和棋。一方超時，而另一方已經沒有車、馬、炮、兵（卒），判和。滿 { $plies } 步也判和。
    六十回合沒有吃子也判和（每方的將軍最多計十次）；雙方都沒有車、馬、炮、兵（卒）了，也判和。

## Help: setting up in luzhanqi

help-setup-arm-title = 己方陣地
help-setup-arm-caption = 上面是前排；粗線是鐵路，細線是公路
help-setup-arm =
    一方的陣地是六行五列：二十三個兵站、五個行營、兩個大本營。第一行（前排）、第五行和兩邊的兩列是鐵路，其餘是公路。
    自己的陣地總在下方。
help-setup-boards-title = 兩種棋盤
help-setup-boards-caption-1 = 二人棋盤
help-setup-boards-caption-2 = 四國棋盤
help-setup-boards =
    二人棋盤：兩塊陣地面對面，前排的第一、三、五列由鐵路相連，第二、四列是山，過不去。
    四國棋盤：四塊陣地圍著九宮，兩人坐南北。東西兩塊開局時是空的，可以走進去。
    發起挑戰時選定棋盤。
help-setup-set-title = 二十五子
help-setup-set = 每方二十五子。司令最大，依次到工兵最小；炸彈、地雷、軍旗另有規則。
help-setup-placing-title = 擺在哪裡
help-setup-placing-caption-1 = 軍旗
help-setup-placing-caption-2 = 地雷
help-setup-placing-caption-3 = 炸彈
help-setup-placing =
    開局前雙方同時佈陣，棋子擺滿二十五個不是行營的位置。
    軍旗必須放在大本營；地雷只能放在最後兩行；炸彈不能放在前排。
help-setup-layout-title = 對調與確認
help-setup-swapping = 點一個子，再點另一個子，兩子對調；不合規則的對調會說明原因。可以隨機佈陣，也可以把陣形儲存成檔案，以後載入。
help-setup-swapping-fingers = 點一個子，再點另一個子，兩子對調；不合規則的對調會說明原因。可以隨機佈陣，也可以把陣形儲存成檔案，以後載入。
help-setup-swapping-typed = 輸入兩個位置，例如「交換 a1 b2」，兩子對調；不合規則的對調會說明原因。可以隨機佈陣。
help-setup-layout =
    雙方都確認後開始，紅方先走；對方確認之前，可以撤回自己的確認。佈陣限時 { $minutes } 分鐘，到時按目前陣形開始。

## Help: playing luzhanqi

help-play-road-title = 公路
help-play-road-caption = 行營通八個方向
help-play-road = 沿公路每次走一步，到相鄰的站。行營和周圍八個站都相通，可以斜走。
help-play-rail-title = 鐵路
help-play-rail-caption = 直行，不轉彎，不越子
help-play-rail = 在鐵路上可以直行任意遠，途中不能有棋子。前方遇到對方的子，可以攻擊它。
help-play-engineer-title = 工兵
help-play-engineer-caption = 繞過自己的子
help-play-engineer = 只有工兵能在鐵路上轉彎：凡是鐵路連得到、路上沒有棋子的地方，一步就到。
help-play-curve-title = 弧形鐵路
help-play-curve-caption = 沿弧線進入西邊的陣地
help-play-curve = 四國棋盤上，相鄰兩塊陣地之間有弧形鐵路。沿邊上鐵路走的任何棋子，都可以順著弧線繼續走。
help-play-centre-title = 九宮
help-play-centre-caption = 直行穿過九宮
help-play-centre = 四國棋盤中央的九個站全是鐵路，各塊陣地的第一、三、五列穿過這裡通到對面。除了工兵，在這裡也不能轉彎。
help-play-still-title = 不能走的子
help-play-still = 地雷和軍旗不能走。任何子進了大本營（自己的或對方的）就不能再走。
help-play-battles-title = 誰吃誰
help-play-battles =
    走到對方棋子所在的站，就比大小，從大到小：司令、軍長、師長、旅長、團長、營長、連長、排長、工兵。大的吃小的，一樣大就同歸於盡。炸彈碰到什麼都同歸於盡。
    工兵能排掉地雷；別的子觸雷就陣亡，地雷還在（開局前也可以約定同歸於盡）。任何子都能奪走軍旗。
    下表左邊是走過去的子，上面是被攻擊的子。
help-play-camp-title = 行營裡安全
help-play-camp-caption = 前排的子可以攻擊，行營裡的不行
help-play-camp = 有子的行營不能進，所以行營裡的子不會被攻擊。空的行營雙方都能進。
help-play-hidden-title = 看不見對方
help-play-hidden-caption = 紅方看到的黑方陣地
help-play-hidden =
    自己的子全看得見，對方的子只看得見背面。碰子之後，雙方只知道哪個子陣亡（或者同歸於盡），不知道對方是什麼子。
    觀戰者在終局以前看不到任何一方的子，終局時全部亮明；雙方還沒有都走過一步就結束的，不亮子。
help-play-flag-shown-title = 司令陣亡
help-play-flag-shown-caption = 黑方司令陣亡，軍旗亮明
help-play-flag-shown = 一方的司令陣亡，對方就能看到它的軍旗在哪裡。
help-play-wins-title = 怎樣算贏
help-play-wins = 奪走對方的軍旗就贏了，用炸彈炸掉也算。輪到走棋的一方沒有能動的子，判負。局時用完、認輸、離開不回，也判負。
help-play-draws-title = 和棋
help-play-draws = 雙方同意就和棋。連續 { $moves } 步沒有碰子，判和；還差 { $warning } 步時會提醒。

## Help: during the game

help-conduct-clocks-title = 用時
help-conduct-clocks =
    用時在挑戰時約定，可以同時有幾項。局時是整盤棋的時間，步時是每一步的時間，加秒是每走一步加回的時間；有讀秒時，局時用完以後每一步有這麼多秒。
    以伺服器的鐘為準，超時判負。雙方的第一步不計時，但要在規定時間內走出（一般 { $seconds } 秒，不計時的棋 { $minutes } 分鐘），否則對局取消，不計勝負。
    伺服器測得的網路延遲不計入用時，每步最多 { $credit } 秒，連續最多 { $quota } 秒，顯示在鐘的下方。
    對方走棋時可以先選好自己的下一步，一旦可走就立即走出，計 { $premove } 秒。
help-conduct-passed-turn-title = 步時用盡
help-conduct-passed-turn = 在軍棋裡，步時用完就輪空，由對方走；輪空 { $passes } 次判負。局時用完立即判負。
help-conduct-takeback-title = 悔棋
help-conduct-takeback =
    走過棋以後可以請求悔棋，對方同意才行。對方還沒走，退回一步；對方已經走了，退回兩步。鐘也回到當時。
    被拒絕以後，要等 { $seconds } 秒才能再提，拒絕得越多等得越久。
help-conduct-no-takeback-title = 悔棋
help-conduct-no-takeback = 每一步都會讓雙方得到新的資訊，所以軍棋不能悔棋。
help-conduct-draw-offer-title = 求和
help-conduct-draw-offer = 雙方都走過以後可以求和，每方 { $plies } 步之內最多一次。對方可以同意或拒絕，走棋就算拒絕；自己也可以撤回。
help-conduct-resigning-title = 認輸與取消對局
help-conduct-resigning = 認輸立即結束對局，程式會再問一次。雙方還沒有都走過一步時，按鈕是「取消對局」，也會再問一次，不計勝負。
help-conduct-late-resigning = 雙方合計走滿 { $plies } 步以後可以認輸；與內建電腦對局，雙方都走過一步即可認輸。雙方還沒有都走過一步時，按鈕是「取消對局」，不計勝負。兩者都會再問一次。
help-conduct-absence-title = 對方離開
help-conduct-absence =
    斷線的一方座位保留，棋鐘繼續走。{ $seconds } 秒後（關掉程式的，{ $quit } 秒後），留下的一方可以申請判勝、判和，或者繼續等。程式不會自動判；對方回來就接著下。
    一盤棋裡斷線的時間累計，合計滿 { $total } 秒以後，再斷線就可以馬上判。伺服器重啟的時間不算。
    雙方還沒有都走過一步時，不能判勝或判和：時間一到，對局就取消，不計勝負。

## Records: opening

records-review = 覆盤
records-review-games = 打譜
records-review-explained = 覆盤、註解自己的對局，或開啟其他象棋軟體的棋譜
records-continue-review = 繼續覆盤：{ $name }
records-open = 開啟
records-open-title = 開啟棋譜
records-open-hint = 檔案路徑
records-choose-file = 選擇檔案
records-choose-place = 選擇位置
records-no-chooser = 系統沒有檔案選擇視窗，請輸入路徑。
records-paste = 貼上
records-paste-here = 瀏覽器不讓程式讀取剪貼簿。請貼在這裡：
records-paste-hint = 棋譜、局面或著法
records-drop-hint = 也可以把檔案拖進視窗，或按 Ctrl+V 貼上棋譜、局面（FEN）或著法。多個檔案會收入棋譜庫。
records-drop-hint-fingers = 也可以貼上棋譜、局面（FEN）或著法。
records-games-of-file = 檔案中的棋局
records-search-games = 棋手、賽事、日期或結果
records-games-found = { $found } / { $total } 局
records-notes-on-reading = 讀取說明 { $count } 條
records-notes-title = 讀取說明
records-more-notes = 另有 { $count } 條
records-read-as = 按 { $encoding } 讀取
records-read-as-guess = 按 { $encoding } 讀取（估計）
records-encoding-hint = 如果人名不對，請換一種編碼：

## Records: the place in the record

records-play = 自動播放（空白鍵）
records-play-fingers = 自動播放
records-replay = 重放對局
records-stop-replay = 停止重放
records-more-tools = 更多選項
records-more-tools-explained = 分析、註解、變化和檔案
records-fewer-tools = 更少選項
records-pause = 暫停（空白鍵）
records-pause-fingers = 暫停
records-previous-variation = 上一變著（↑）
records-next-variation = 下一變著（↓）
records-no-moves = 還沒有著法，在棋盤上走子即可加入。

## Records: editing

records-comment-hint = 這步棋的註解…
records-comment-on-game = 整局註解…
records-comment-before-hint = 這步棋之前的註解…
records-notes = 註解
records-comment-after = 著後註解
records-comment-before = 著前註解
records-edit-tags = 對局資訊
records-edit-tags-hint = 修改棋手、賽事和結果
records-tags-title = 對局資訊
records-result-open = 未定
records-promote = 上移
records-promote-hint = 這條變著上移一位
records-demote = 下移
records-demote-hint = 這條變著下移一位
records-make-main = 主變
records-make-main-hint = 把這條變著設為主變
records-delete = 刪除
records-delete-hint = 刪除這步棋及後續著法（Del）
records-undo = 復原
records-redo = 重做
records-nothing-to-undo = 棋譜還沒有改動。
records-nothing-to-redo = 沒有復原過改動。
records-without-moves = 棋譜裡沒有著法。
records-no-move-here = 這裡是開局，請先走到一步棋。
records-none-above = 上面沒有別的變著。
records-none-below = 下面沒有別的變著。
records-is-main-line = 這已經是主變。
records-no-marks = 這個局面上沒有圈和箭頭。
records-clear-marks = 清除標記
records-marks-hint = 按住右鍵畫圈和箭頭，Shift、Alt 換顏色。
records-marks-hint-fingers = 手指按住一點畫圈，按住後移動畫箭頭。
records-assess = 評價這步棋

## Records: saving

records-save = 儲存
records-save-to-library = 存入棋譜庫
records-save-title = 儲存或複製棋譜
records-save-hint = 檔名或路徑
records-file-exists = 檔案已存在，要覆蓋嗎？
records-replace = 覆蓋
records-copy-fen = 複製 FEN
records-copy-moves = 複製著法
records-save-picture = 儲存圖片
records-unsaved = 未儲存
records-discard-question = 放棄修改？
records-discard-explained = 棋譜的修改還沒有儲存。
records-discard-yes = 放棄修改
records-untitled = 新棋譜

## Records: setting up

records-set-up = 擺局
records-set-up-hint = 選棋子後點棋盤放下，也可以拖曳棋子；右鍵取走棋子。
records-set-up-hint-fingers = 選棋子後點棋盤放下，也可以拖曳棋子；按住棋子即可取走。
records-eraser = 橡皮擦
records-start-position = 初始局面
records-clear-board = 清空
records-legal-position = 局面合法
records-review-position = 從此局面開始
records-use-position = 用這個局面

## Records: the move list

records-notation = 著法記譜
records-notation-of-language = 預設
records-notation-simplified = 簡體
records-notation-traditional = 繁體
records-notation-vietnamese = P2-5
records-tag-red = 紅方
records-tag-black = 黑方
records-tag-red-team = 紅方團體
records-tag-black-team = 黑方團體
records-tag-event = 賽事
records-tag-site = 地點
records-tag-date = 日期
records-tag-round = 輪次
records-tag-opening = 開局
records-tag-annotator = 評註者
records-red-won = 紅勝
records-black-won = 黑勝
records-drawn = 和棋
records-aborted = 取消
records-format = 格式
records-formats = 副檔名決定格式：{ $endings }
records-pgn-would-lack = PGN 無法儲存{ $parts }，因此改用另一種格式
refused-games = { $count ->
        [1] 有 1 盤棋無法讀取，{ $at }：{ $why }
       *[other] 有 { $count } 盤棋無法讀取，第一處在{ $at }：{ $why }
    }
unlisted-games = 棋局太多，其餘 { $count } 盤沒有列出
at-line = 第 { $line } 行
at-offset = 第 { $offset } 個位元組
note-move = 第 { $number } 回合{ $side }方
note-move-in-variation = 變著第 { $number } 回合{ $side }方
note-illegal-move = 棋譜到此為止：{ $which }「{ $text }」不合規則（{ $at }）：{ $why }
note-unanswered-check = 沒有應將
note-unreadable-move = 棋譜到此為止：{ $which }「{ $text }」無法識別（{ $at }）：{ $why }
note-pass = { $which }「{ $text }」是停一著，棋譜無法記錄，此後的著法保留為註解（{ $at }）
note-other-battle = 棋譜到此為止：{ $which }「{ $text }」的碰子結果與規則不符（{ $at }）
note-detached = 有變著或註解找不到對應的著法，已略去（{ $at }）
note-invalid-characters = 有些文字不是有效的 { $encoding } 編碼
note-aside = 「{ $text }」不是對局內容，已略去（{ $at }）
note-unquoted = 標籤 { $name } 沒有通常的引號，已照常讀取（{ $at }）
note-damaged-field = { $name } 一項已損壞，已略去，對局其餘部分已保留（{ $at }）
note-unclosed-field = { $name } 一項的結尾不對，內容已保留（{ $at }）
note-unclosed-comment = 有一處註解沒有結束，該局其餘部分都當作註解（{ $at }）
note-unclosed-variation = 有一處變著沒有結束，該局其餘部分都當作變著（{ $at }）
note-completed-position = 開始局面不完整，已按通常情況補全（{ $at }）
note-ranks-from-one = 著法的橫線從 1 開始計數（{ $at }）
notation-malformed = 這不是著法
notation-no-such-piece = 沒有這個棋子
notation-ambiguous = 有幾種走法都符合
omitted-moves = 著法
omitted-variations = 變著
omitted-comments = 註解
omitted-comment-space = 註解中的空白
omitted-comment-places = 註解的位置
omitted-glyphs = 評價
omitted-marks = 圈和箭頭
omitted-times = 用時
omitted-result = 結果
omitted-result-reason = 勝負原因
omitted-tag = 「{ $name }」
omitted-characters = 部分文字
omitted-counters = 起始局面的步數
omitted-long-text = 過長文字的末尾
limit-nodes = 一份棋譜連同變著最多一百萬步
limit-plies = 一條變著最多一萬步
limit-comment = 註解太長
limit-text = 棋譜的註解太長
limit-tags = 棋譜的資訊條目太多
limit-marks = 這個局面的標記太多
limit-glyphs = 這步棋的評價太多
fault-too-large = 檔案太大
fault-unknown-format = 無法識別：不是已知格式的棋譜、局面或著法
fault-western-chess = 這是西洋棋的棋譜，不是中國象棋的棋譜
fault-no-game = 裡面沒有棋局
fault-too-many-games = 檔案裡的棋局太多
fault-too-many-notes = 檔案裡的錯誤太多
fault-invalid-tag = 標籤應是方括號裡的名稱和帶引號的值
fault-variation-without-move = 變著出現在第一步之前
fault-nested-too-deep = 變著巢狀太深
fault-formation = 陣形不合規則：{ $why }
fault-two-pieces = { $square } 上有兩個棋子
fault-truncated = 檔案不完整
fault-version = 不支援此格式的第 { $version } 版
fault-checksum = 總和檢查碼不符，檔案已損壞
fault-malformed = 不符合這種格式
unreadable-at = 無法讀取，{ $at }：{ $why }
record-saved = 棋譜已儲存到 { $path }
record-file-saved = 已儲存到 { $path }
record-saved-without = 棋譜已儲存到 { $path }，此格式不含：{ $parts }
record-picture-saved = 圖片已儲存到 { $path }
record-other-game = 這種格式不能儲存這種棋，請換一個副檔名
record-not-a-collection = 這種格式只能儲存一盤棋
record-read-only = 這種格式只能讀取，請換一個副檔名
record-no-name = 請填寫檔案名稱
record-no-format = 無法從副檔名識別格式
record-nothing-to-paste = 剪貼簿裡沒有文字
record-during-game = 請先下完這盤棋
record-hidden = 這盤棋的佈陣沒有公開，無法覆盤

## The analysis of a record

analysis-title = 分析
analysis-analyse = 分析
analysis-analyse-hint = 顯示目前局面的最佳著法
analysis-whole-game = 整局分析
analysis-whole-game-hint = 評估每一步，標出失誤
analysis-practise = 糾錯
analysis-practise-hint = 從錯誤中學習：為自己找出更好的著法；別人的對局中為下方的一方
analysis-find-mistakes = 找出我的失誤
analysis-engine = 引擎
analysis-engine-hint = 執行緒、記憶體和顯示幾路變化
analysis-options = 選項
analysis-settings-hint = 記憶體和顯示幾路變化
analysis-annotate = 寫入註解
analysis-annotate-hint = 把所有失誤的正著和評價寫進棋譜
analysis-thinking = 思考中…
analysis-depth = 深度 { $depth }
analysis-depth-and-speed = 深度 { $depth } · { $speed } kN/s

## Analysis: options

analysis-options-title = 分析引擎
analysis-options-explained = 執行緒和記憶體越多，算得越深。請給別的程式留一個核心。
analysis-settings-explained = 記憶體越多，算得越深。
analysis-threads = 執行緒
analysis-memory = 記憶體
analysis-lines = 變化數

## Analysis: learning from mistakes

analysis-checking = 正在檢查這步棋…
analysis-wrong = 還有更好的著法。
analysis-right = 好棋！
analysis-try-again = 再試一次
analysis-solve = 看答案
analysis-no-mistakes-known = 還不知道這一方有什麼失誤，請先分析整局。
analysis-nothing-to-add = 還不知道有什麼失誤，請先分析整局。
analysis-nothing-to-retry = 走錯以後才可以再試。
analysis-is-solved = 更好的著法已經顯示了。
analysis-no-mistakes = 沒有找到這一方的失誤。
analysis-only-inaccuracies = 這一方只有緩著，沒有失誤。
analysis-none-found = 這局棋沒有找到失誤。
analysis-no-more-mistakes = 沒有下一個失誤了。
analysis-practised = { $all } 個失誤都看過了，第一次就找對的有 { $found } 個。
analysis-next-mistake = 下一個
analysis-end-practice = 結束
analysis-inaccuracy = 緩著，應走 { $line }
analysis-mistake = 失誤，應走 { $line }
analysis-blunder = 敗著，應走 { $line }
analysis-mate-red = { $moves ->
        [0] 紅勝
       *[other] 紅 { $moves } 步殺
    }
analysis-mate-black = { $moves ->
        [0] 黑勝
       *[other] 黑 { $moves } 步殺
    }
analysis-ruling-red = 紅判勝
analysis-ruling-black = 黑判勝
analysis-progress = { $done }/{ $all }
analysis-question = { $place }/{ $all }：{ $played }是失誤，請找出更好的著法。
analysis-solution = 應走 { $line }
analysis-mib = { $mib } MB
analysis-gib = { $gib } GB

## The coach

coach-ask = 要看什麼提示？
coach-threat = 威脅
coach-best-move = 最佳著法
coach-why = 為什麼？
coach-last-move = 我的上一步
coach-no-last-move = 你還沒有走棋
coach-cost = 你上一步損失不小。
coach-fine = 你上一步走得好。
coach-unknown = 引擎沒有找到原因。
coach-check = 你正被將軍。
coach-no-threat = 對方現在沒有將死或得子的威脅。
coach-threat-mate = 對方要走 { $shown }，{ $moves } 步殺。
coach-threat-wins = 對方要走 { $shown }，得{ $piece }。
coach-allows-mate = 對方可以走 { $shown }，{ $moves } 步殺。
coach-misses-mate = 錯過了 { $shown }，{ $moves } 步殺。
coach-hangs = { $piece }無根，被吃：{ $shown }。
coach-exchange = 兌子吃虧，丟{ $piece }：{ $shown }。
coach-loses = 丟{ $piece }：{ $shown }。
coach-misses-piece = 錯過了 { $shown }，可得{ $piece }。
coach-loses-later = { $moves } 步內丟{ $piece }：{ $shown }。
coach-takes-protection = { $piece }失根被吃：{ $shown }。
coach-opens-line = 讓開了線路，{ $piece }被吃：{ $shown }。
coach-lost-by-check = 對方可以走 { $shown } 抽將，得{ $piece }。
coach-lost-by-fork = 對方可以走 { $shown } 捉雙，得{ $piece }。
coach-lost-by-pin = 對方可以走 { $shown } 牽制，得{ $piece }。
coach-lost-by-trap = 對方可以走 { $shown }，捉死{ $piece }。
coach-exposes-general = 將帥受攻：對方走 { $shown } 後連續將軍。
coach-loses-tempo = 失先：對方可以走 { $shown } 捉{ $piece }。
coach-blocks = 擋住了自己的{ $piece }，不如走 { $shown }。
coach-misses-check = 錯過了有力的將軍：{ $shown }。
coach-misses-attack = 錯過了 { $shown }，可捉{ $piece }。
coach-misses-exchange = 錯過了 { $shown }，可吃{ $piece }。
coach-misses-activity = 不如走 { $shown }，出動{ $piece }。
coach-better = 有更好的走法：{ $shown }。

## Local: the entries of the first screen

local-short-computer = 人機
local-short-two = 雙人
local-short-join = 進入
local-short-host = 開服
local-short-review = 打譜
local-puzzles = 象棋習題
local-puzzles-hint = 每日一題，找出殺著
local-short-puzzles = 習題
local-play-computer = 人機對戰
local-play-computer-hint = 十級，可悔棋、提示
local-two-here = 雙人同機
local-two-here-hint = 兩人在這裡輪流走棋
local-join-hint = 連線對弈
# $count (number)
local-servers-found = 附近有 { $count } 個伺服器
local-host-title = 在本機開伺服器
local-host-hint = 讓朋友連到這台電腦
local-review-hint = 棋譜、檔案和自己的對局
local-review-long = 開啟檔案或剪貼簿裡的棋譜，一步步打譜，加入變著和註解，再儲存下來。下完的每一局都會收進棋譜庫。

## Local: the choices

local-level = 等級
local-side = 執子
local-pieces = 棋子
local-handicap = 讓子
local-board = 棋盤
local-board-still = 不轉
local-board-turns = 每步翻轉
local-begin = 開始
local-begin-again = 新開一局
local-continue-game = 繼續對局
local-meanwhile-hint = 你仍在大廳中：有人挑戰時棋盤下方會提示，接受挑戰後這盤棋會保留。
local-replaces-game = 新開一局後，上次沒下完的棋就不再保留。
local-replace-left = 放棄沒下完的那盤棋？
local-hidden-note = 換人時棋盤會遮住，誰也看不到對方的棋子。

## Local: names of players

local-player = 玩家
local-engine-player = 引擎
local-first-player = 玩家1
local-second-player = 玩家2

## Local: at the table

local-menu = 主選單
local-computer-thinks = 思考中…
local-hint = 提示
local-hint-sought = 提示…
local-draw = 求和
local-draw-question = 要向電腦求和嗎？如果電腦同意，對局結束。
local-hand-over = 請換人
local-no-server = 人機對戰
local-both-here = 雙人同機
local-quit-loses-game = 這盤棋還沒有下完，也沒有儲存，關閉視窗後就不能接著下了。
local-computer = 電腦 { $level }
local-level-1 = 新手
local-level-2 = 入門
local-level-3 = 初級
local-level-4 = 進階
local-level-5 = 中級
local-level-6 = 棋手
local-level-7 = 高級
local-level-8 = 高手
local-level-9 = 大師
local-level-10 = 特級大師
local-level-of = { $level } 級
local-suggested-level = 建議 { $level } 級（{ $at } 級 { $games } 盤勝 { $won }）
local-side-red = 紅方先行
local-side-black = 黑方後行
local-side-random = 隨機
local-handicap-none = 不讓
local-handicap-two-moves = 讓兩先
local-handicap-three-moves = 讓三先
local-handicap-horse = 讓一馬
local-handicap-two-horses = 讓雙馬
local-handicap-rook = 讓一車
local-hand-over-to = 請換 { $name } 來走
local-offer-to = { $offer }。{ $side }方同意嗎？
local-cover-player = { $name }（{ $side }）
local-cover-explained = 棋盤已遮住。揭開以後，只能讓 { $name } 看。
local-sit-down = 我是 { $name }，揭開棋盤

## The board of luzhanqi

table-tile-names = 棋子名稱
table-own-half = 放大己方
table-whole-board = 全盤
table-zoom-hint = 放大己方半盤，或顯示全盤（Z）
table-material-values = 子力對比：車 9，砲 4½，馬 4，象 2，士 2，兵 1
table-side-is-ahead = { $side }方領先 { $lead }
table-sides-are-level = 子力均等
table-material = 子力
table-material-explained = 哪方損失的棋子少，少幾枚

## The table while there is no connection

table-state-unknown = 狀態未知
table-cut-off-own-clock = 已斷線 { $since }，你的棋鐘可能還在走
table-cut-off-opponents-clock = 已斷線 { $since }，對方的棋鐘可能還在走
table-cut-off-no-clock = 已斷線 { $since }

## The title of the window, and calls for attention

table-title-turn = 輪到你
table-title-over = 對局結束
table-call-begins = 對局開始
table-call-user = 視窗在背景時
table-call-urgent = 視窗閃爍提醒
table-call-notification = 桌面通知
table-call-permission = 瀏覽器會先詢問此頁面能否傳送通知。
table-call-refused = 瀏覽器沒有開啟此頁面的通知，請在瀏覽器設定中開啟
table-against = 對 { $opponent }
table-title-watching = 觀戰 { $red } – { $black }

## Sounds

table-sounds = 音效
table-mute = 靜音
table-unmute = 取消靜音

## External engines

engines-title = 引擎管理
engines-explained = 支援 UCI 和 UCCI 協定的象棋引擎，可用來對弈和分析。
engines-path = 程式
engines-path-missing = 請填寫程式的路徑
engines-path-hint = /引擎/所在/路徑
engines-options = 參數
engines-options-hint = Hash=256; Threads=2
engines-add = 新增
engines-save = 儲存
engines-checking = 正在啟動引擎…
engines-new = 新引擎
engines-edit = 修改
engines-remove = 刪除
engines-full = 引擎已滿，請先刪除一個。
engines-declared = 引擎的其他參數及預設值，點一下即可設定：
engines-rejected = 未採用
engines-found-from-zero = { $name } · { $protocol } · 橫線從 0 數起
engines-found-from-one = { $name } · { $protocol } · 橫線從 1 數起

## Engines: choosing one

engines-engine = 引擎
engines-own = 楚河
engines-manage = 其他…
engines-move-time = 每步用時
engines-seconds = { $seconds } 秒
engines-per-move = 每步 { $seconds } 秒

## Engines: failures

engines-retry = 再試一次
engines-use-own = 改用楚河
engines-not-found = 找不到程式 { $name }
engines-not-executable = { $name } 不是可執行檔
engines-not-a-program = { $name } 不能在這台電腦上執行
engines-cannot-start = { $name } 啟動失敗：{ $reason }
engines-not-an-engine = { $name } 不是 UCI 或 UCCI 引擎
engines-other-game = { $name } 不是象棋引擎
engines-ended = { $name } 意外退出
engines-hung = { $name } 已有 { $seconds } 秒沒有回應
engines-nonsense = { $name } 的回答「{ $text }」不是著法
engines-illegal-move = { $name } 走了違規著法 { $text }
engines-removed = 這盤棋所用的引擎已被刪除
engines-own-fault = 程式出錯，電腦走不出這步棋
engines-no-thread = 系統無法再啟動執行緒，電腦不能思考

## Settings

settings-page-general = 一般
settings-page-board = 棋盤與棋子
settings-page-display = 顯示
settings-page-sounds = 音效與提醒
settings-page-server = 棋手
look-scale = 介面大小
look-scale-automatic = 自動
look-scale-now = 目前 { $percent }%。按 Ctrl + 或 Ctrl − 調整，Ctrl 0 恢復自動。
look-scale-keys = 按 Ctrl + 或 Ctrl − 調整，Ctrl 0 恢復自動。
look-scale-now-fingers = 目前 { $percent }%。
look-scale-limited = 這個視窗最多只能顯示到 { $percent }%。
look-scale-board = 有棋盤的畫面最多 { $percent }%。
look-board = 棋盤
look-board-wood = 木紋
look-board-baize = 綠絨
look-board-paper = 宣紙
look-board-note = 軍棋棋盤也用這種材質。
look-pieces = 象棋棋子
look-pieces-traditional = 繁體字
look-pieces-simplified = 簡體字
look-pieces-western = 西式圖案
look-palette = 配色
look-palette-usual = 標準
look-palette-color-blind = 色盲友善
look-palette-high-contrast = 高對比
look-palette-usual-note = 綠色與金色。
look-palette-color-blind-note = 藍色與橙色，雙方棋子的圈也不同。
look-palette-high-contrast-note = 文字和標記更醒目，雙方棋子的圈也不同。
look-motion = 動畫
look-motion-system = 跟隨系統
look-motion-full = 開
look-motion-reduced = 關
look-window = 視窗
look-switch-move-times = 每步用時
look-switch-full-screen = 全螢幕（F11）
look-switch-full-screen-fingers = 全螢幕

## The pinyin composer

pinyin-on = 拼
pinyin-off = 英
pinyin-explained = 拼音輸入：鍵入 nihao 得到「你好」，Ctrl+空白鍵切換
pinyin-explained-fingers = 拼音輸入：鍵入 nihao 得到「你好」

## Keys

keys-title = 快速鍵
keys-hold = 在輸入框中按鍵即為文字。Shift+Tab 返回上一項。
keys-board = 棋盤：方向鍵移動游標，Enter 拿起和放下棋子
keys-everywhere = 通用
keys-on-board = 棋盤上
keys-at-table = 對局中
keys-in-review = 復盤中
keys-in-chat = 聊天中
keys-in-tournament = 比賽中
keys-in-results = 主辦者的台次列表
keys-list = 顯示本列表
keys-rules = 規則說明
keys-next = 下一個按鈕或輸入框
keys-larger = 放大介面
keys-smaller = 縮小介面
keys-automatic-scale = 自動大小
keys-full-screen = 全螢幕開關
keys-cursor = 移動游標
keys-pick = 拿起或放下棋子
keys-let-go = 放回棋子，離開棋盤
keys-step = 上一步、下一步
keys-ends = 回到開局、到最後
keys-enter-board = 用鍵盤走棋
keys-zoom = 軍棋：只看己方半盤
keys-cancel = 取消
keys-variation = 切換變著
keys-play = 自動播放
keys-delete = 刪除變著
keys-undo = 復原
keys-redo = 重做
keys-save = 儲存
keys-open = 開啟棋譜
keys-tournament-page = 頁面
keys-pair-next = 編排下一輪
keys-mark-board = 選台次
keys-type-result = 紅勝、和棋、黑勝、雙方棄權
keys-pause = 暫停、繼續
keys-move-hint = 輸入著法，如 { $example }
keys-no-move = 沒有這樣的著法
keys-letters = 字母、數字、漢字
keys-type-move = 輸入著法
keys-right-button = 滑鼠右鍵
keys-draw = 畫圈或箭頭
keys-draw-in-record = 在棋譜上畫圈或箭頭
keys-color-keys = + Shift / Alt / 兩者
keys-draw-in-color = 紅色、藍色、黃色
keys-clipboard = 剪下、複製、貼上
keys-pinyin = 拼音輸入開關

## The text mode

console-verb-help = 說明 命令
console-meaning-help = 列出這些命令
console-verb-menu = 選單 menu
console-meaning-menu = 選單：列出這裡能做的事；選單 3：做第 3 項；選單 3 文字：在第 3 項裡輸入文字
console-verb-connect = 連線 加入
console-meaning-connect = 連線 位址:連接埠 名字：加入伺服器
console-verb-password = 密碼
console-meaning-password = 密碼：輸入下次連線用的密碼，輸入時不顯示
console-type-password = 請輸入密碼，輸入時不顯示。
console-password-alone = 請只輸入「密碼」。密碼在下一行輸入，不會顯示。
console-no-password = 沒有讀到密碼。
console-verb-hall = 分區
console-meaning-hall = 分區 名字：進入伺服器的一個分區
console-hall-line = { $name }：{ $players } / { $capacity } 人
console-verb-computer = 電腦 人機
console-meaning-computer = 電腦 等級 棋種：與電腦對局，等級 1 到 10
console-verb-continue = 繼續
console-meaning-continue = 繼續未下完的對局
console-verb-players = 棋手 線上
console-meaning-players = 誰在線上；加上名字的一部分，只列出這些人，例如：棋手 雲
console-verb-more = 更多
console-meaning-more = 人多時，線上名單的下一頁
console-verb-challenge = 挑戰 邀請
console-meaning-challenge = 挑戰 名字 棋種 紅黑 用時，例如：挑戰 小李 象棋 紅 10+5；註冊棋手之間還可以加 計分 或 不計分
console-verb-seek = 找對手
console-meaning-seek = 找對手 棋種 紅黑 用時，例如：找對手 象棋 10+5，或 找對手 象棋 軍棋 10+5 快棋（棋種和用時都有幾種可選），註冊棋手可加 ±200 或 不限 指定對手等級分，加 通知我 則離開後有人應戰會通知；只輸入「找對手」則按上次的條件，或停止
console-seeking = 正在找對手：{ $terms }。再輸入「找對手」即停止。
console-sought = { $name }想下棋：{ $terms }。輸入「接受 { $name }」即可對局。
console-sought-several = { $name }想下棋：{ $terms }。輸入「接受 { $name }」即按第一種對局，也可在後面加上另一種的棋種或用時。
console-sought-away = { $name }不在線上，想下棋：{ $terms }。輸入「接受 { $name }」，對方上線後會知道你想下。
console-sought-idle = { $name }在線上，想下棋：{ $terms }。輸入「接受 { $name }」即可詢問對方。
console-answer-here = { $name }在線上，想與你對局：{ $terms }。輸入「接受 { $name }」發出挑戰，或輸入「拒絕 { $name }」。
console-seek-kept = 別人仍可應戰：{ $terms }。輸入「找對手」繼續找，或輸入「取消」結束。
console-not-sought = { $name }找的不是這樣的對局。
console-seek-times = 找幾種用時的對局時，{ $times }以外的用時只能有一種。
console-seek-computer = 還沒有人來。可先輸入「電腦」與電腦下棋，期間仍會繼續找對手。
console-seek-computer-level = 還沒有人來。可先輸入「電腦 { $game } { $level }」與電腦下棋，這個級別與你的等級分相當，期間仍會繼續找對手。
console-verb-challenges = 挑戰列表
console-meaning-challenges = 未答覆的挑戰，以及誰在找對手
console-verb-accept = 接受
console-meaning-accept = 接受挑戰；對方想下幾種對局時：接受 名字 棋種 用時，例如：接受 小李 象棋 10+5
console-verb-decline = 拒絕 謝絕
console-meaning-decline = 拒絕挑戰
console-verb-cancel = 取消
console-meaning-cancel = 取消自己發出的挑戰，停止找對手
console-verb-invite = 約棋
console-meaning-invite = 約棋 棋種 紅黑 用時：產生發給朋友的連結，例如：約棋 象棋 紅 10+5
console-verb-watch = 觀戰
console-meaning-watch = 觀戰 名字：觀看此人的對局
console-verb-profile = 資訊
console-meaning-profile = 資訊 名字：此註冊棋手的等級分和對局；只輸入「資訊」則看自己的
console-verb-leaderboard = 排名
console-meaning-leaderboard = 排名 棋種 快慢：等級分排名，例如：排名 象棋 快棋
console-verb-board = 棋盤
console-meaning-board = 逐行讀出棋盤
console-verb-pieces = 棋子
console-meaning-pieces = 逐個讀出棋子
console-verb-where = 哪裡 在哪
console-meaning-where = 哪裡 馬，哪裡 e3，或 哪裡 鐵路：棋子在哪裡，點上是什麼，哪些站是鐵路
console-verb-moves = 著法
console-meaning-moves = 可走著法；著法 炮：只列以此開頭的
console-verb-hint = 提示
console-meaning-hint = 與電腦對局時，看電腦會怎麼走
console-verb-threat = 威脅
console-meaning-threat = 與電腦對局時，看對方有什麼威脅
console-verb-why = 為什麼
console-meaning-why = 與電腦對局時，看自己上一步錯在哪裡
console-verb-rules = 規則
console-meaning-rules = 對局的規則
console-verb-list = 棋譜
console-meaning-list = 已走的著法
console-verb-clock = 時間 棋鐘
console-meaning-clock = 雙方用時
console-verb-status = 狀態
console-meaning-status = 目前狀態，輪到誰走
console-verb-draw = 求和 提和
console-meaning-draw = 求和
console-verb-takeback = 悔棋
console-meaning-takeback = 請求悔棋
console-verb-rematch = 再來一局
console-meaning-rematch = 再來一局
console-verb-resign = 認輸 取消對局
console-meaning-resign = 認輸（雙方都走棋之前為取消對局），需確認
console-verb-claim = 判勝
console-meaning-claim = 對手離線時判勝
console-verb-yes = 是 同意
console-meaning-yes = 同意提問或請求
console-verb-no = 否 不同意
console-meaning-no = 不同意
console-verb-say = 說
console-meaning-say = 說 內容：聊天
console-verb-shuffle = 隨機佈陣
console-meaning-shuffle = 軍棋：隨機佈陣
console-verb-swap = 交換
console-meaning-swap = 交換 a1 b2：交換陣形中的兩枚棋子（四國棋盤：交換 g1 h1）
console-verb-ready = 就緒 確認
console-meaning-ready = 確認陣形
console-verb-withdraw = 撤回
console-meaning-withdraw = 撤回請求或陣形
console-verb-language = 語言
console-meaning-language = 語言 zh、zh-hant、en 或 vi
console-verb-leave = 離開
console-meaning-leave = 離開對局或伺服器
console-verb-quit = 退出
console-meaning-quit = 退出程式
console-verb-nearby = 附近 nearby
console-meaning-nearby = 搜尋區域網路裡的伺服器
console-group-begin = 開始
console-group-lobby = 在大廳
console-group-set-up = 佈陣時
console-group-game = 對局中
console-group-always = 任何時候
console-searching-nearby = 正在搜尋區域網路裡的伺服器。
console-nearby = 發現附近的伺服器：{ $name }。輸入「連線 { $address } 名字」即可進入。
console-welcome = 楚河文字模式。輸入「說明」檢視命令。
console-unknown = 沒有這個命令。輸入「說明」檢視命令。
console-unknown-word = 不明白這裡的「{ $word }」。
console-not-here = 這裡不能這樣做。
console-nothing-left = 沒有可以繼續的對局。
console-left-for-two = 未下完的是雙人同機的對局。請輸入「選單」選擇它。
console-nothing-asked = 沒有需要答覆的事情。
console-menu-gone = 現在沒有這一項。輸入「選單」檢視。
console-menu-chosen = { $label }（已選）
console-dialog = { $heading }輸入「選單」檢視選項。
console-no-such-player = 這裡沒有叫 { $name } 的人。
console-no-challenges = 沒有未答覆的挑戰。
console-withdrawn = 已撤回：{ $what }
console-connecting-to = 正在連線 { $server }。
console-joined = 你以 { $name } 的名字進入了 { $server } 的大廳。
console-camp = 行營
console-headquarters = 大本營
console-railway = 鐵路
console-left = 你已不在棋桌前。
console-not-connected = 未連線伺服器。
console-review-kept = 已保留覆盤：{ $name }。輸入「選單」即可繼續。
console-online = 線上：{ $names }
console-is-playing = { $names }，正在下{ $game }
console-challenged = { $name } 向你挑戰：{ $game }，{ $time }，對方執{ $color }。輸入「接受」或「拒絕」。
console-challenging = 你向 { $name } 挑戰：{ $game }，{ $time }。
console-invitation = 把這個連結發給朋友，第一個打開的人就和你對局：{ $link }
console-invitation-here = 伺服器在這台機器上。如果它只在 127.0.0.1 上接受連線，這個連結就只能在這台機器上打開。
console-invited-as = 輸入“接受”，就以“{ $name }”的名字對局
console-invitation-waiting = 等待 { $name }（{ $ago }）。兩人都在線時對局就開始；取消則不再等待。
console-invitation-accepted = { $name } 已接受你的邀請（{ $ago }）。兩人都在線時對局就開始。
console-color-red = 紅
console-color-black = 黑
console-color-random = 隨機
console-begins = 對手 { $opponent }：{ $game }，{ $time }。你執{ $color }。
console-watching = 觀戰：{ $red } 執紅，{ $black } 執黑。
console-resumed = 已走 { $plies } 步。
console-set-up = 請佈陣：用「棋盤」「隨機佈陣」「交換 { $first } { $second }」，最後「就緒」。
console-swapped = 已交換：{ $first }，{ $second }。
console-your-turn = 輪到你走。
console-moved = { $who }：{ $notation }
console-moved-captured = { $moved }，吃{ $piece }
console-moved-check = { $moved }，將軍
console-answer-offer = { $offer }。輸入「是」或「否」。
console-question = { $question }輸入「是」或「否」。
console-over = { $outcome }。{ $reason }。輸入「再來一局」或「離開」。
console-low-time = 時間不多了：{ $time }。
console-said = { $name } 說：{ $line }
console-row = 第 { $row } 行：{ $content }
console-empty = 空
console-none-left = 棋盤上沒有{ $piece }。
console-unknown-piece-red = 紅方暗子
console-unknown-piece-black = 黑方暗子
console-known-piece-red = 紅方{ $piece }
console-known-piece-black = 黑方{ $piece }
console-range-at-least = { $piece }，至少是{ $strength }
console-range-at-most = { $piece }，至多是{ $strength }
console-range-between = { $piece }，{ $lowest }至{ $highest }
console-range-only = { $piece }，必是{ $strength }
console-has-moved = { $piece }，走過，不是地雷或軍旗
console-marked = { $piece }，你標記為{ $strength }
console-legal-moves = 可走著法 { $count } 種：{ $moves }
console-clock-running = { $clock }，走時中
console-game-left = 還有未下完的對局。輸入「繼續」接著下，或再輸入一次命令放棄它。
console-trust-changed = 請先與伺服器主人核對指紋，信任請輸入「是」，否則輸入「否」。
console-wins-unclaimed = 輸入「判勝」結束對局。
console-piece-king-red = 紅帥
console-piece-king-black = 黑將
console-kind-king = 帥 將
console-piece-advisor-red = 紅仕
console-piece-advisor-black = 黑士
console-kind-advisor = 仕 士
console-piece-elephant-red = 紅相
console-piece-elephant-black = 黑象
console-kind-elephant = 相 象
console-piece-horse-red = 紅馬
console-piece-horse-black = 黑馬
console-kind-horse = 馬
console-piece-rook-red = 紅車
console-piece-rook-black = 黑車
console-kind-rook = 車
console-piece-cannon-red = 紅炮
console-piece-cannon-black = 黑炮
console-kind-cannon = 炮 砲
console-piece-pawn-red = 紅兵
console-piece-pawn-black = 黑卒
console-kind-pawn = 兵 卒
console-word-xiangqi = 象棋
console-word-luzhanqi = 軍棋 軍旗
console-word-cross = 四國軍棋
console-word-cross-board = 四國
console-word-rated = 計分
console-word-unrated = 不計分
console-word-anyone = 不限
console-word-tell-me = 通知我
console-word-red = 紅 紅方 先
console-word-black = 黑 黑方 後
console-word-random = 隨機
console-word-untimed = 不限時

## The mirror for screen readers

mirror-play = 走這步
mirror-swap = 要交換的兩個位置，如 { $example }
mirror-swap-now = 交換
mirror-about = 關於 { $name }
mirror-phrases = 常用語
mirror-any = 不限
mirror-result = 結果
mirror-side-to-move = 輪到
mirror-squares = 所選棋子（或擦除）的位置，如 e3 c4
mirror-use-tool = 放在那裡
mirror-entrance =
    這個畫面的文字版
    Enter 開啟，Tab 到畫面，Escape 從文字回到畫面

# The page in a browser, before the program runs. scripts/web takes these texts.
page-loading = 正在載入……
page-no-script = 此頁面需要 JavaScript。請在瀏覽器設定中開啟。
page-again = 重新載入頁面
page-continue = 仍要下棋
page-retry = 重試
page-alone = 不連線下棋
page-no-webassembly = 瀏覽器版本太舊，不能執行 WebAssembly。請更新，或換用其他瀏覽器。
page-no-webgl = 瀏覽器不能用 WebGL 繪圖。請在設定中開啟硬體加速，或換用其他瀏覽器。
page-no-storage = 瀏覽器不儲存此頁面的資料。可以下棋，但關閉後設定和棋譜都不會保留。
page-full-storage = 瀏覽器給此頁面的儲存空間已滿。可以下棋，但新的設定和棋譜不會儲存。在棋譜庫中刪除棋譜即可騰出空間。
page-no-answer = 伺服器沒有回應，請檢查網路。
page-no-program = 伺服器上缺少程式的一部分。
page-failed = 程式出錯，已停止。請重新載入頁面：伺服器上的棋局仍在繼續，重新載入後即可回到座位。
page-unreadable = 程式的一部分沒有讀懂另一部分的訊息。如果有什麼不再繼續，請重新載入頁面：伺服器上的對局會繼續，您會回到座位。
page-old = 伺服器已更新，正在重新載入頁面……
page-is-old = 伺服器已更新。請重新載入頁面以使用新版本。
page-still-old = 此頁面與伺服器的版本不符，重新載入也沒有解決。請一分鐘後再試。
page-no-websocket = 此瀏覽器沒有 WebSocket，不能連線對局。仍可與電腦對局、兩人同屏對局、覆盤。
page-blocked = 伺服器有回應，但對局用的 WebSocket 連線不通：可能被代理或防火牆攔截，也可能是伺服器太慢或已滿。沒有這個連線，仍可與電腦對局、兩人同屏對局、覆盤。
page-card-title = { $name } 邀請你下棋：{ $game }
page-card-description = 打開連結就能對局，用瀏覽器也行。不用下載，不用註冊。

## Lessons

learn-title = 學棋
learn-hint = 每課一兩分鐘
learn-short = 學棋
learn-newcomer = 沒下過？來學棋
learn-explained = 每課一兩分鐘，順序隨意。
learn-done = 已完成
learn-begin = 開始
learn-again = 重來
learn-next = 繼續
learn-next-lesson = 下一課
learn-list = 全部課程
learn-play = 與1級電腦對弈
learn-right = 對了！
learn-goal-stars = 走到星星上。
learn-goal-moves = 找出正確的一步。
learn-goal-legal = 走一步合法的棋。
learn-goal-check = 將軍。
learn-goal-mate = 一步將死對方。
learn-goal-stalemate = 困斃對方：讓對方無子可動，但不將軍。
learn-goal-lasting = 走一步不會判負的棋。
learn-goal-capture = 打贏一仗：吃掉對方棋子，保住自己的。
learn-goal-swap = 把這兩枚棋子對調位置。
learn-goal-mark = 標出的棋子是什麼？
learn-not-the-stars = 只吃帶星星的棋子，先不要將軍
learn-other = 這步合法，但不是所要求的
learn-no-check = 這步沒有將軍
learn-no-mate = 將軍，但對方還有應著：看箭頭
learn-can-move = 對方還能走：看箭頭
learn-repeats = 局面將第三次出現，而你步步將軍，會判負
learn-no-battle = 這步沒有攻擊
learn-loses = 你的棋子會被吃：對方更強
learn-both-fall = 兩枚棋子會同歸於盡
learn-not-a-slot = 那裡不能佈陣
learn-other-mark = 你所知的與此不符
learn-typed = 著法，例如 { $example }
learn-place = 把這枚棋子放到可以佈置的位置：{ $piece }。
learn-step = 第 { $number } 步，共 { $of } 步
learn-progress = 已完成 { $done } / { $of } 課
guess-begin = 猜著
guess-begin-hint = 從目前局面起，一步一步猜這盤棋的著法
guess-title = 猜著法
guess-judging = 正在評判你的著法……
guess-go-on = 對局中是這樣走的。
guess-done = 這是最後一著。
guess-next = 下一著
guess-again = 重新開始
guess-show = 看著法
guess-show-hint = 顯示對局中的著法，不得分
guess-leave = 返回棋譜
guess-guess-first = 請先猜一著，或者看著法
guess-nothing-to-show = 著法已經在棋盤上
guess-sides = 猜哪一方
guess-both = 雙方
guess-no-guesses = 你一著也沒有猜。
guess-grade-hit = 與對局相同
guess-grade-mirrored = 與對局著法左右對稱
guess-grade-best = 引擎首選
guess-grade-good = 與最佳著法一樣好
guess-grade-as-game = 與對局著法一樣好
guess-grade-fair = 略差
guess-grade-inaccuracy = 不太準確
guess-grade-mistake = 失誤
guess-grade-shown = 看了著法
guess-grade-unjudged = 引擎未能評判，不計分
guess-place = 第 { $number } 著，共 { $of } 著
guess-points = { $points } / { $most } 分
guess-task = { $side }走棋。對局中走的是哪一著？
guess-worth = { $points } 分
guess-tried = 你的著法：{ $written }
guess-tried-loses = 你的著法：{ $written }，損失 { $percent }% 的贏棋機會
guess-played = 對局：{ $written }
guess-best = 引擎首選：{ $written }
guess-summary = 共 { $guesses } 著 · 與對局相同 { $hits } 著 · { $points } / { $most } 分
guess-look = 第 { $number } 回合：{ $written }，−{ $percent }%
guess-typed = 著法，例如 { $example }
guess-live-hint = 在著法走出之前，先在棋盤上選一著；走出後計分，只有你自己看得到
guess-live-end = 不再猜著
guess-live-task = { $side }走棋。會走哪一著？
guess-live-waits = 走出之前還可以改
guess-live-choose = 就猜這一著
puzzle-explained = 找出最快的殺法。每題第一次作答計入等級分，沒解出的題過幾天會再出現。
puzzle-today = 今日一題
puzzle-done = 已解出
puzzle-next = 下一題
puzzle-again = 重來
puzzle-leave = 返回
puzzle-hint = 提示
puzzle-hint-piece = 走哪個子？
puzzle-show = 顯示著法
puzzle-counts = 之後此題算作未解出
puzzle-marked = 走標出的棋子
puzzle-right = 對了！繼續。
puzzle-solved = 解出來了！
puzzle-shown-move = 已顯示這步著法，請接著走。
puzzle-shown = 這就是殺著。改天再試此題。
puzzle-not-check = 此題要求步步將軍
puzzle-undecided = 這步棋一時難以判定，請試另一步
puzzle-thinking = 正在判斷……
puzzle-number = 第 { $number } 題
puzzle-task = { $side }先，{ $moves } 步殺。
puzzle-task-checks = { $side }先，{ $moves } 步連將殺。
puzzle-difficulty = 難度 { $number }
puzzle-theme = 殺法：{ $names }
puzzle-longer = 這樣也能贏，要 { $moves } 步，但有更快的殺法
puzzle-wrong = { $played }不能及時成殺
puzzle-wrong-reply = { $played }之後，對方{ $reply }就來得及解
puzzle-rating = 你的解題等級分：{ $rating }
puzzle-rated = 解題等級分：{ $before } → { $after }
puzzle-streak = 連續 { $days } 天
puzzle-progress = 已解出 { $solved } / { $of } 題
puzzle-due = 今天複習 { $puzzles } 題
puzzle-typed = 著法，例如 { $example }
puzzle-mistake = 你的失誤
puzzle-mend = 我的失誤
puzzle-mend-hint = 為自己對局中的失誤找出更好的著法。失誤來自你復盤時分析過的對局
puzzle-mend-show = 看著法
puzzle-mend-next = 下一個失誤
puzzle-mend-counts = 這個失誤明天會再出現
puzzle-mend-shown = 好著已經在棋盤上
puzzle-mend-same = 這就是你當時走的著法，請找更好的
puzzle-mend-unjudged = 引擎未能評判
puzzle-mistakes = 自己的失誤：{ $open } 個 · 今天複習：{ $due } 個
puzzle-mend-task = { $side }走棋。你當時走了 { $written }：請找更好的著法。
puzzle-mend-right = 正確！{ $written } 與最佳著法一樣好
puzzle-mend-wrong = { $written } 還不好，請再試
puzzle-mend-best = 最佳著法是 { $written }
puzzle-flags = 奪旗
puzzle-flags-explained = 軍旗習題：無論對方的暗子是什麼，找出一定能奪走軍旗的一步。
puzzle-flag-number = 奪旗第 { $number } 題
puzzle-flags-in = { $moves } 步奪旗
puzzle-flag-task = { $side }方先走，{ $moves } 步內一定奪走軍旗。
puzzle-flag-left = { $side }方還剩：{ $pieces }
puzzle-flag-moved = { $place }：走過
puzzle-flag-took = { $place }：吃過你的{ $piece }
puzzle-flag-held = { $place }：你的{ $piece }攻它，陣亡了
puzzle-flag-stands = { $played } 不一定成功：那裡可能是{ $piece }
puzzle-flag-reply = { $played } 不一定成功：如果棋子是這樣，對方可以走 { $reply }
puzzle-flag-late = { $played } 來不及奪旗
puzzle-flag-unsure = { $played } 不一定成功：你無法知道棋子是不是這樣
puzzle-theme-double-cannon = 重炮
puzzle-theme-cannon-behind-horse = 馬後炮
puzzle-theme-smothered = 悶宮
puzzle-theme-crouching-horse = 臥槽馬
puzzle-theme-palace-corner-horse = 掛角馬
puzzle-theme-angler-horse = 釣魚馬
puzzle-theme-octagon-horse = 八角馬
puzzle-theme-two-rooks = 雙車錯
puzzle-theme-iron-bolt = 鐵門栓
puzzle-theme-facing-generals = 白臉將
puzzle-theme-double-check = 雙將
puzzle-theme-stalemate = 困斃
puzzle-theme-heart-pierce = 大膽穿心
endgame-title = 實用殘局
endgame-explained = 與引擎對下常見殘局，並保持書上的結論：例勝的要贏，例和的要守住。
endgame-puzzles = 返回習題
endgame-won = 例勝
endgame-drawn = 例和
endgame-done = 已掌握
endgame-next = 下一局
endgame-thinking = 引擎正在思考……
endgame-no-reply = 引擎未能應著，請再走一次
endgame-verdict-win = 書上結論：例勝
endgame-verdict-draw = 書上結論：例和
endgame-progress = 已掌握 { $solved } / { $of } 局
endgame-task-win = { $side }先走，要贏棋。
endgame-task-hold = { $side }先走，要守和：{ $moves } 步內不輸。
endgame-kept = 成功！{ $reason }
endgame-held = 成功！你已守和 { $moves } 步
endgame-lost = 未能保持結論。{ $reason }
endgame-against = { $attacker }對{ $defender }
endgame-bare = 孤將
endgame-guards = 士象全
endgame-kind-king = { $count ->
        [1] 將
        [2] 雙將
        [3] 三將
       *[other] { $count } 將
    }
endgame-kind-advisor = { $count ->
        [1] 士
        [2] 雙士
        [3] 三士
       *[other] { $count } 士
    }
endgame-kind-elephant = { $count ->
        [1] 象
        [2] 雙象
        [3] 三象
       *[other] { $count } 象
    }
endgame-kind-horse = { $count ->
        [1] 馬
        [2] 雙馬
        [3] 三馬
       *[other] { $count } 馬
    }
endgame-kind-rook = { $count ->
        [1] 車
        [2] 雙車
        [3] 三車
       *[other] { $count } 車
    }
endgame-kind-cannon = { $count ->
        [1] 炮
        [2] 雙炮
        [3] 三炮
       *[other] { $count } 炮
    }
endgame-kind-pawn = { $count ->
        [1] 兵
        [2] 雙兵
        [3] 三兵
       *[other] { $count } 兵
    }

## Tournaments in the lobby
tournaments = 比賽
tournaments-open = 比賽（{ $open }）
tournaments-hint = 本伺服器的比賽：報名、觀看，或者自己主辦一場
back-to-tournament = 回到比賽

## Tournaments
evening-none = 還沒有比賽。可以自己主辦一場，或者輸入主辦者給你的比賽碼。
evening-plan = 主辦比賽
evening-plan-guest = 註冊名字以後才能在大廳公開比賽。
evening-code = 比賽碼或連結
evening-code-open = 打開
evening-back-to-list = 全部比賽
evening-back-to-lobby = 回到大廳
evening-players-count = { $players } 人
evening-stage-entry = 報名中
evening-stage-round-of = 第 { $round } 輪，共 { $rounds } 輪
evening-stage-ended = 已結束
evening-you-play = 你參賽
evening-you-organise = 你是主辦者
evening-begins-in = { $minutes } 分鐘後開始
evening-begins-at = { $when } 開始
evening-begins-by-hand = 由主辦者宣佈開始

## The systems
evening-system = 賽制
evening-system-swiss = 積分編排（瑞士制）
evening-system-round-robin = 循環賽
evening-system-knock-out = 淘汰賽
evening-system-arena = 競技場賽
evening-system-team-match = 團體對抗賽
evening-swiss-explained = 積分相近的棋手相遇，同一對手不再相遇。
evening-round-robin-explained = 每人與所有人各下一盤。
evening-knock-out-explained = 敗者出局。
evening-arena-explained = 誰在等就編排誰，直到主辦者宣佈結束。
evening-team-match-explained = 兩隊按台次對陣，棋手的單位就是隊名。

## The plan
evening-plan-send = 建立比賽
evening-title = 比賽名稱
evening-title-example = 週五晚賽
evening-void-below-half = 中途退賽而未下滿一半的棋手，所有對局不計成績
evening-level = 打平時誰晉級
evening-level-better-seed = 編號靠前者
evening-level-black = 最後一盤的後手
evening-level-lot = 抽籤
evening-streaks = 連勝兩盤後積分加倍
evening-decider = 打平的台次加賽一盤
evening-decider-none = 不加賽
evening-decider-red = 加賽，和棋紅勝
evening-decider-black = 加賽，和棋黑勝
evening-clock = 用時
evening-pace = 下一輪
evening-pace-by-hand = 由我宣佈開始
evening-pace-after-all = 休息以後開始
evening-pace-slots = 按固定間隔開始
evening-start = 開始時間
evening-start-by-hand = 由我宣佈開始
evening-start-in = { $minutes } 分鐘後
evening-check-in = 簽到的棋手才參加編排
evening-public = 在大廳裡列出
evening-numbering = 編號
evening-numbering-entry = 按報名先後
evening-numbering-rating = 按等級分
evening-numbering-lot = 抽籤
evening-absence = 棄權幾次後除名
evening-absence-never = 不除名
evening-tie-breaks = 積分相同時的名次區分
evening-tie-break-up = { $name }：上移
evening-number-fault = 請填 { $least } 到 { $most } 的數字
evening-tie-break-opponents-score = 對手分
evening-tie-break-opponents-score-short = 對手分
evening-tie-break-cumulative = 累進分
evening-tie-break-cumulative-short = 累進
evening-tie-break-wins = 勝局
evening-tie-break-wins-short = 勝局
evening-tie-break-wins-as-second = 後手勝局
evening-tie-break-wins-as-second-short = 後勝
evening-tie-break-games-as-second = 後手局
evening-tie-break-games-as-second-short = 後手
evening-tie-break-direct-encounter = 直勝
evening-tie-break-direct-encounter-short = 直勝
evening-tie-break-sonneborn-berger = 小分（索伯分）
evening-tie-break-sonneborn-berger-short = 小分
evening-tie-break-fouls = 犯規（少者列前）
evening-tie-break-fouls-short = 犯規
evening-tie-break-drop-rounds = 去掉末輪的積分
evening-tie-break-drop-rounds-short = 去末輪
evening-tie-break-earlier-finish = 末局結束先後
evening-tie-break-earlier-finish-short = 時間

## The pages of a tournament
evening-page-round = 輪次
evening-page-standings = 名次
evening-page-players = 棋手
evening-page-log = 記錄
evening-page-organise = 主辦
evening-wall = 大螢幕
evening-wall-hint = 用大字佔滿視窗，供投影機使用
evening-wall-end = 離開大螢幕
evening-wall-next = 下一頁
evening-boards = 多盤觀戰
evening-boards-hint = 並排觀看前幾台正在進行的對局
evening-boards-shown = 第 { $first }–{ $last } 台，共 { $all } 台
evening-boards-one = 第 { $board } 台，共 { $all } 台
evening-boards-none = 現在沒有在伺服器上進行的對局。
evening-boards-earlier = 前面的台次
evening-boards-later = 後面的台次
evening-boards-over = 對局已經結束
evening-boards-last = 最後一著 { $written }
evening-link = 連結
evening-copy = 複製連結
evening-qr = QR 碼
evening-qr-explained = 掃描即可進入比賽。
evening-code-is = 比賽碼 { $code }
evening-organised-by = 主辦者：{ $names }

## The user's own part
evening-enter = 報名
evening-enter-late = 補報
evening-club = 單位或隊名
evening-club-example = 可以不填
evening-check-me-in = 簽到
evening-withdraw = 退賽
evening-play-again = 繼續參賽
evening-watch = 觀戰
evening-you-entered = 你已報名。
evening-you-are-checked-in = 你已簽到。
evening-you-entered-check-in = 你已報名，請在開始前簽到。
evening-you-watch = 你在觀看，報名已經截止。
evening-may-enter = 你可以報名。
evening-you-red = 第 { $board } 台：你執紅，對 { $opponent }
evening-you-black = 第 { $board } 台：你執黑，對 { $opponent }
evening-you-bye = 本輪你輪空。
evening-you-wait = 你在等對手。
evening-you-eliminated = 你已被淘汰。
evening-you-are-done = 你已下滿規定的局數。
evening-own-sheet = 我的各輪成績
evening-object-until = 還可在 { $time } 內對結果提出異議。
evening-own-standing = 第 { $place } 名 · { $points } 分
evening-arena-unplaced = 積分 { $points } · 已下 { $games } 盤，滿 { $least } 盤計名次
evening-next-in = { $time } 後開始下一輪
evening-arena-next-in = { $time } 後再次配對
evening-first-in = { $time } 後開始
evening-next-by-hand = 下一輪由主辦者宣佈開始。
evening-played-out = 各輪已全部賽完，等主辦者宣佈比賽結束。
evening-games-running = 還有 { $running } 台沒有結果
evening-late-you = 請就座：{ $time } 後判你棄權
evening-late-opponent = 對手未到：{ $time } 後判對手棄權

## Boards
evening-round = 第 { $round } 輪
evening-arena-round = 第 { $round } 次配對
evening-earlier-round = 上一輪
evening-later-round = 下一輪
evening-arena-earlier = 上一次配對
evening-arena-later = 下一次配對
evening-no-round = 第一輪還沒有編排。
evening-arena-no-round = 還沒有配對。
evening-board = 台次
evening-red = 紅方
evening-black = 黑方
evening-result = 結果
evening-bye = 輪空
evening-board-playing = 對局中
evening-board-waiting = 等待中
evening-board-late = { $name } 未到（{ $time }）
evening-board-both-late = 雙方未到（{ $time }）
evening-board-wooden = 實體棋盤
evening-result-red = { $win }–{ $loss }
evening-result-draw = { $draw }–{ $draw }
evening-result-black = { $loss }–{ $win }
evening-result-forfeit-red = + –
evening-result-forfeit-black = – +
evening-result-forfeit-both = – –
evening-objected = 有異議
evening-why-board = 第 { $board } 台為什麼這樣編排
evening-object = 對結果提出異議
evening-object-words = 哪裡不對
evening-object-send = 提出異議

## Why a pair meets
evening-meeting-same-points = 雙方都是 { $points } 分：在 { $group } 名同分棋手中列第 { $first } 和第 { $second }。
evening-meeting-floats = { $name } 多 { $difference } 分，下調一組：同分人數為奇數，或組內沒有別的對手。
evening-meeting-bye = { $name } 輪空：積分更低的棋手都不能輪空。
evening-meeting-table = 按循環表，本輪就是這一對。
evening-meeting-waiting = 雙方都在等對手。
evening-meeting-by-hand = 由主辦者決定。
evening-colours-table = 先後手按表排定。
evening-colours-boards = 雙方都沒有下過：各台先後手交替，第一台抽籤決定。
evening-colours-due-red = { $name } 該執紅。
evening-colours-due-black = { $name } 該執黑。
evening-colours-exchanged = 雙方該執同一方：與最近一次先後手不同的那一輪相反。
evening-costs = 無法避免：{ $criterion }
evening-criterion-forbidden = 規則不允許的對陣
evening-criterion-second-meetings = 再次相遇
evening-criterion-second-byes = 再次輪空
evening-criterion-third-colours = 連續三輪同一先後手
evening-criterion-bye-points = 積分較高者輪空
evening-criterion-points-difference = 積分不同的對陣
evening-criterion-repeated-floats = 再次同方向調組
evening-criterion-same-club = 同單位的對陣
evening-criterion-strong-colours = 先後手沒有平衡
evening-criterion-mild-colours = 先後手沒有交替
evening-criterion-bye-place = 輪空者離末位較遠
evening-criterion-order = 組內順序
evening-why-not = 為什麼不是 { $one } 對 { $other }？
evening-why-no-bye = 為什麼不是 { $name } 輪空？
evening-why-not-me = 為什麼不是對我？
evening-why-not-they-meet = 他們正好相遇。
evening-why-not-is-bye = { $name } 正好輪空。
evening-why-not-no-pairing = 現在無法編排。
evening-why-not-away = { $name } 不參加本輪。
evening-why-not-same = 這是同一位棋手。
evening-why-not-have-met = 他們在第 { $round } 輪已經相遇。
evening-why-not-had-bye = 這位棋手已經有過不下棋的得分。
evening-why-not-even = 人數是偶數，沒有人輪空。
evening-why-not-table = 按表，他們在第 { $round } 輪相遇。
evening-why-not-table-none = 表中還沒有這一對。
evening-why-not-stuck = 那樣的話，其餘棋手不再次相遇就排不出來。
evening-why-not-costs = 那樣本輪在這一點上更差：{ $criterion }（{ $instead }，現在是 { $chosen }）。
evening-why-not-equal = 同樣好，由編號先後決定。
evening-why-not-changes = 那樣的對陣：{ $pairs }

## Standings and the sheet of a player
evening-place = 名次
evening-name = 姓名
evening-points-short = 積分
evening-games-short = 盤數
evening-no-standings = 還沒有成績。
evening-standings-final = 最終名次
evening-standings-after = 第 { $round } 輪後的名次
evening-standings-in = 第 { $round } 輪進行中的名次
evening-standings-now = 目前名次
evening-below-points = 在 { $name } 之後：少 { $points } 分。
evening-below-tie-break = 與 { $name } 同分，按「{ $tie_break }」列後。
evening-below-stage = 在 { $name } 之後：對方走得更遠，或者已下夠盤數。
evening-below-nothing = 與 { $name } 無法區分，名次並列。
evening-below-first = 上面沒有人。
evening-breakdown = { $tie_break }：{ $value } = { $parts }
evening-breakdown-alone = { $tie_break }：{ $value }
evening-does-not-apply = 不適用
evening-score-win = 勝
evening-score-draw = 和
evening-score-loss = 負
evening-score-forfeit-win = 對方棄權勝
evening-score-forfeit-loss = 棄權
evening-score-running = 對局中
evening-score-bye = 輪空
evening-score-excused = 請假
evening-score-late = 尚未報名
evening-score-unpaired = 未編排
evening-score-void = 不計成績
evening-fouls = 犯規 { $fouls } 次

## Players
evening-no-players = 還沒有人報名。
evening-rating = 等級分
evening-state = 狀態
evening-player-here = 在線上
evening-player-away = 不在線上
evening-player-checked-in = 已簽到
evening-player-not-checked-in = 未簽到
evening-player-missing = 開始時未簽到
evening-player-withdrawn = 已退賽
evening-player-out = 因棄權除名
evening-player-wooden = 實體棋盤

## Tournaments: the log
evening-log-empty = 還沒有記錄。
evening-log-organiser = 主辦者
evening-log-entered = { $name } 報名。
evening-log-entered-late = { $name } 補報。
evening-log-checked-in = { $name } 簽到。
evening-log-withdrew = { $name } 退賽。
evening-log-returned = { $name } 繼續參賽。
evening-log-excused = { $name } 第 { $round } 輪請假。
evening-log-started = 比賽開始。
evening-log-paired = { $turn }編排完畢：{ $boards } 台。
evening-log-paired-by-hand = { $turn }由人工編排：{ $why }
evening-log-repaired = { $turn }調換棋手：{ $why }
evening-log-won = { $place }：{ $winner } 勝 { $loser }。
evening-log-drawn = { $place }：{ $red } 與 { $black } 和棋。
evening-log-forfeited = { $place }：{ $name } 棄權。
evening-log-forfeited-both = { $place }：雙方棄權。
evening-log-fouled = { $place }：{ $name } 犯規一次。
evening-log-corrected = { $place }改為 { $result }：{ $why }
evening-log-annulled = { $turn }作廢：{ $why }
evening-log-conceded-meetings = 允許再次相遇：{ $why }
evening-log-conceded-byes = 允許再次輪空：{ $why }
evening-log-ended = 比賽結束。
evening-log-undone = 撤銷「{ $what }」（{ $why }）
evening-log-void = { $what }（已撤銷）
evening-undo = 撤銷

## Organise
evening-all-well = 沒有需要處理的事。
evening-problems = 待處理
evening-problem-objection = { $place }：{ $name } 有異議：「{ $words }」
evening-problem-confirm = 維持結果
evening-problem-correct = 改判
evening-problem-late = 第 { $board } 台：{ $name } 遲到（{ $time }）
evening-problem-both-late = 第 { $board } 台：雙方未到（{ $time }）
evening-problem-away = { $count } 人不在線上：{ $names }
evening-late-boards = { $boards } 台有棋手未到。
evening-problem-no-pairing = 按規則無法給所有棋手編排。
evening-problem-too-few = 人數不足：{ $players }
evening-problem-decided = 勝負已定，可以結束比賽。
evening-problem-wait = 在等的棋手還不能編排。
evening-problem-met-everyone = 已與所有人相遇：{ $names }
evening-problem-everyone-had-bye = 所有人都輪空過。
evening-concede-second-meetings = 允許再次相遇
evening-concede-second-byes = 允許再次輪空
evening-remedy-excuse = 本輪讓 { $name } 請假
evening-remedy-end = 現在結束比賽
evening-begin = 開始比賽
evening-pair-next = 編排下一輪
evening-end = 結束比賽
evening-annul = 本輪作廢
evening-results = 成績
evening-enter-result = 第 { $board } 台：{ $red }（紅方）– { $black }（黑方）
evening-set-red = 紅勝
evening-set-draw = 和棋
evening-set-black = 黑勝
evening-set-absent-red = 紅方棄權
evening-set-absent-black = 黑方棄權
evening-set-absent-both = 雙方棄權
evening-foul-red = 紅方犯規
evening-foul-black = 黑方犯規
evening-exchange = 調換棋手
evening-reason = 理由（所有人可見）
evening-reason-missing = 請先寫明理由。
evening-entries = 報名
evening-paste = 棋手名單，每行一人：姓名，單位，等級分
evening-paste-example = 王偉，河濱棋社，1650
evening-paste-send = 登錄名單…
evening-paste-count = 登錄 { $players } 人
evening-excuse = 下一輪請假
evening-allow-return = 允許參賽
evening-withdraw-player = 讓該棋手退賽
evening-check-in-player = 簽到
evening-appoint = 設為主辦者
evening-appoint-name = 已註冊棋手的名字
evening-appoint-already = 已是主辦者
evening-appoint-computer = 電腦棋手不能當主辦者
evening-few-checked-in = 簽到的棋手才參加編排，至少要有兩名；現在有 { $present } 名簽到。
evening-sure-end = 結束比賽嗎？名次就此確定。
evening-sure-end-arena = 現在結束比賽嗎？名次就此確定，正在下的棋不計成績。
evening-cancel = 取消比賽
evening-sure-cancel = 取消這場比賽嗎？已報名的人會收到通知。
evening-enter-computers = 加入電腦棋手
evening-computers-free = { $count } 位空閒
evening-result-ends = 這一盤正在伺服器上進行，錄入結果會結束對局。
evening-computers-entered = 已加入 { $players } 位電腦棋手。
evening-computers-entered-short = 已加入 { $players } 位電腦棋手，沒有更多空閒的了。
evening-sure-annul = 本輪作廢嗎？本輪成績全部不計。
evening-sure-withdraw = 退賽嗎？正在下的棋判負，以後不再編排。
evening-sure-undo = 撤銷「{ $what }」嗎？
evening-close = 關閉

## News (notices, text mode): whether or not the screen is open
evening-called = { $title }：第 { $board } 台，對 { $opponent }
evening-called-bye = { $title }：本輪你輪空
evening-closed = 比賽已關閉。
evening-when = 時間
evening-event = 事項
evening-club-column = 單位

## Tournaments: further words
evening-start-at = 指定日期和時間
evening-start-field = 日期和時間
evening-start-example = 2026-12-04 19:30
evening-start-fault = 請填將來的日期和時間，例如 2026-12-04 19:30
evening-absence-in-a-row = 連續幾次
evening-absence-in-all = 累計幾次
evening-files = 儲存和列印
evening-file-standings-csv = 名次表（CSV）
evening-file-pairings-csv = 對陣表（CSV）
evening-file-trf = 全部成績（TRF）
evening-file-pairings-by-board = 列印頁：對陣表（按台次）
evening-file-pairings-by-name = 列印頁：對陣表（按姓名）
evening-file-standings-page = 列印頁：名次表
evening-file-crosstable-page = 列印頁：交叉表
evening-file-certificates = 列印頁：獎狀
evening-number-rounds = 輪數
evening-number-clubs-apart = 前幾輪同單位迴避
evening-number-cycles = 循環次數
evening-number-games = 每場盤數
evening-number-tie-break-games = 打平後加賽盤數
evening-number-min-games = 計名次的最少盤數
evening-number-max-games = 每人最多盤數
evening-number-break-minutes = 輪間休息（分鐘）
evening-number-slot-minutes = 每輪間隔（分鐘）
evening-number-late-minutes = 遲到幾分鐘判負
evening-number-absences = 棄權幾次後除名
evening-number-last-entry-round = 補報截止輪次
evening-number-no-result-before = 幾回合前不得提和、認輸
evening-propose = 先看下一輪的編排
evening-proposal = 下一輪的編排
evening-pair-by-hand = 人工編排
evening-pairing-explained = 選兩位棋手即可調換。理由供所有棋手查看。
evening-pairing-turn = 調換先後手
evening-pairing-send = 採用這個編排
evening-pairing-picked = { $name } 與……調換
evening-share = 分享
evening-copy-code = 複製比賽碼
evening-loading = 請稍候……
evening-confirm = 確定
evening-sure-correct = 改判嗎？所有人可以看到理由。
evening-sure-decide = 錄入這個結果嗎？這一盤正在伺服器上進行，對局會隨之結束。
evening-sure-withdraw-player = { $name } 退賽嗎？以後不再編排。
evening-object-heading = 對結果提出異議
evening-results-missing = 還缺 { $boards } 個結果
evening-begins-by-itself = 雙方到齊，棋局自動開始。
evening-you-excused = 主辦者已准你本輪請假。
evening-you-missing = 比賽開始時你沒有簽到。
evening-you-withdrew = 你已退賽。
evening-you-expelled = 主辦者已讓你退賽，只有主辦者可以讓你重新參賽。
evening-you-out-for-absences = 你因棄權被除名，主辦者可以讓你繼續參賽。
evening-you-placed = 比賽結束：你獲第 { $place } 名。
evening-is-over = 比賽結束。
evening-organisers = 主辦者
evening-more-steps = 其他操作
evening-line-no-name = 沒有姓名。
evening-line-too-long = 姓名或單位太長。
evening-line-rating = 等級分不是數字。
evening-line-too-many-parts = 只能有姓名、單位和等級分。
evening-line-doubled = 與第 { $line } 行相同。
evening-line-entered = 已經報名。
evening-line-fault-of = 第 { $line } 行「{ $text }」：{ $fault }
evening-trf-taken = 已從賽事檔案（TRF）讀入 { $players } 人，協會作為單位。
evening-trf-results = 檔案裡還有成績，這裡只取棋手名單。
evening-trf-fault-of = 賽事檔案（TRF）第 { $line } 行第 { $column } 個字元：{ $fault }
evening-trf-too-long = 檔案太長。
evening-trf-no-player = 沒有以 001 開頭的行，也就沒有棋手。
evening-trf-too-many-players = 超過 { $most } 人。
evening-trf-too-many-rounds = 超過 { $most } 輪。
evening-trf-too-short = 這一行太短。
evening-trf-not-a-number = 「{ $text }」不是數字。
evening-trf-number-missing = 沒有編號。
evening-trf-doubled-number = 第 { $line } 行也用了編號 { $number }。
evening-trf-not-blank = 這裡應是空格，不是「{ $text }」，可能各列錯位了。
evening-trf-unknown-side = 「{ $text }」不是紅黑方，應寫 w 或 b。
evening-trf-unknown-mark = 「{ $text }」不是成績。
evening-trf-mark-without-game = 成績與對手不符。
evening-trf-unknown-opponent = 沒有 { $number } 號棋手。
evening-trf-own-opponent = 對手是棋手自己。
evening-trf-contradiction = 這一盤與第 { $line } 行不一致。
evening-trf-unknown-points = 「{ $text }」不是可以計分的成績。
evening-paste-over = 比賽最多 { $most } 人，請刪去 { $over } 行。
evening-paste-cut = 這裡只放得下前 { $lines } 行，其餘沒有放入。請刪去不需要的，再貼上一次。
evening-rules-heading = 其他規則
evening-time-heading = 時間
evening-wait-follow = 正在打開比賽……
evening-unreadable = 這場比賽來自更新的版本。
evening-board-number = 第 { $board } 台
evening-board-of-round = 第 { $round } 輪第 { $board } 台
evening-current-result = 目前結果
evening-correct-explained = 已有結果的台次，改判須寫理由。
evening-rounds-count = 共 { $rounds } 輪
evening-begins-by-you = 由你在「主辦」頁宣佈開始。棋手用連結或比賽碼報名，也可以由你在那裡加入。
evening-pair-round = 編排第 { $round } 輪
evening-you-objected = 第 { $board } 台：你已提出異議，等主辦者決定。
evening-objection-confirmed = 第 { $board } 台：主辦者已確認結果。
evening-undo-end-first = 比賽已經結束。要改結果，請先在記錄裡撤銷比賽結束。
evening-undo-plays-again = 這一台馬上重下，雙方會收到通知。
evening-computers-at-wood = 電腦棋手只能在伺服器上下棋。這裡有 { $players } 位棋手用實體棋盤，電腦不會和他們走棋，結果要由你登記。
evening-sure-leave = 退賽嗎？以後不再編排。
evening-quit-early = 這是比賽的對局。你不回來就判你棄權。要下棋，請馬上重新開啟程式。
evening-results-tap = 選擇台次即可登記結果。
evening-to-tournament = 比賽
evening-back-to-game = 回到棋局
evening-knock-out-stage = 淘汰賽第 { $stage } 輪
evening-advances = { $name } 晉級
evening-fouls-heading = 犯規
evening-pages = 頁面

## Refusals about tournaments
evening-refused-unknown = 伺服器上沒有這個比賽碼的比賽，或者已經不再有。
evening-refused-not-organiser = 只有主辦者可以這樣做。
evening-refused-guest = 只有註冊的棋手可以主辦公開的比賽。
evening-refused-not-entered = 你沒有報名參加這場比賽。
evening-refused-no-pairing = 現在無法編排下一輪。
evening-refused-not-by-hand = 這一項不能人工記錄。
evening-refused-needs-organiser = 只有主辦人能讓你重新參賽。
evening-refused-no-computers = 現在沒有空閒的電腦棋手。
evening-refused-not-planner = 只有發起比賽的人可以這樣做。
evening-refused-planner-stays = 發起比賽的人始終是主辦人。
evening-refused-too-many = 你已主辦 { $evenings } 場比賽，或者伺服器上的比賽太多。
evening-refused-too-many-organisers = 一場比賽最多有 { $organisers } 位主辦者。
evening-refused-no-objection = 對這個結果不能或不能再提出異議。
evening-refused-words = 請寫 1 到 { $most } 個字。
evening-plan-refused-title = 名稱為 1 到 { $most } 個字。
evening-plan-refused-sides = 雙方用時必須相同，先後手和悔棋不由計畫決定。
evening-plan-refused-untimed = 比賽的對局必須限時，否則一輪不會結束。
evening-plan-refused-start = 開始時間已過，或在 60 天以後。
evening-plan-refused-pace = 休息、間隔或遲到的時間為 0 或太長。
evening-plan-refused-least-ply = 禁止認輸和求和最多到第 { $plies } 步。
evening-plan-refused-length = 輪數、盤數或循環次數為 0 或太大。
evening-plan-refused-points = 一局的分值太大。
evening-plan-refused-doubled-tie-break = 「{ $tie_break }」重複了。
evening-plan-refused-absence = 除名的棄權次數至少為 1。
evening-event-name = 沒有姓名，或姓名太長。
evening-event-text-too-long = 文字太長。
evening-event-reason-missing = 沒有寫理由。理由所有人可見。
evening-event-doubled-name = 這個單位已有同名的棋手報名。請加上單位或其他字樣區分。
evening-event-doubled-account = 這個帳號已經報名。
evening-event-full = 比賽人數已滿。
evening-event-journal-full = 比賽記錄已滿。
evening-event-has-begun = 比賽已經開始。
evening-event-not-begun = 比賽還沒有開始。
evening-event-has-ended = 比賽已經結束。
evening-event-too-few-players = 至少要有兩名棋手，現在有 { $present } 名。
evening-event-not-two-teams = 需要正好兩隊，而且人數相同。
evening-event-entry-closed = 報名已經截止。
evening-event-no-such-player = 沒有這位棋手。
evening-event-no-such-board = 第 { $round } 輪沒有第 { $board } 台。
evening-event-not-the-last-round = 第 { $round } 輪不是最後一輪，只有最後一輪可以改。
evening-event-already-so = 已經是這樣了。
evening-event-round-passed = 第 { $round } 輪已經編排，或者沒有這一輪。
evening-event-has-result = 第 { $board } 台已有結果，可以改判。
evening-event-no-result = 第 { $board } 台還沒有結果。
evening-event-games-running = 還有 { $games } 台沒有下完。
evening-event-no-round-left = { $rounds } 輪都已編排。
evening-event-paired-twice = 有棋手在編排中出現兩次。
evening-event-not-taking-part = 編排中有不參加本輪的棋手。
evening-event-left-out = 編排漏了一位參賽的棋手。
evening-event-no-board = 編排中沒有對局。
evening-event-have-met = 有一對棋手在第 { $round } 輪已經相遇。
evening-event-had-bye = 輪空的棋手已經有過不下棋的得分。
evening-event-no-bye = 不能有人輪空：人數是偶數，或者賽制沒有輪空。
evening-event-not-the-table = 按賽制，本輪不是這些對陣。
evening-event-not-a-repair = 只能調換沒有結果的台次上的棋手。
evening-event-conceded-before = 早已允許。
evening-event-nothing-to-undo = 這一項已經沒有可撤銷的了。
evening-event-still-needed = 後面的記錄以它為前提，請先撤銷後面的。

## What organisers should deal with
evening-sure-concede-meetings = 以後各輪都允許再次相遇嗎？
evening-sure-concede-byes = 以後各輪都允許再次輪空嗎？
evening-no-club = 無單位
evening-team-column = 隊名
evening-sure-foul = 記錄 { $name } 犯規一次嗎？
evening-sure-appoint = 把 { $name } 設為主辦者嗎？
evening-appoint-explained = 主辦者和你一樣可以登記成績、編排、暫停和撤銷。只有本人可以退出。
evening-appoint-guest = 這個名字沒有註冊，是遊客的名字。
evening-free = 現在空閒
evening-free-finished = 已下完
evening-free-without-board = 沒有對局
evening-computers-count = { $count } 位電腦棋手
evening-line-alike = 第 { $line } 行：另有一位 { $name }（{ $club }）。是另一個人嗎？
evening-undo-needed-by = 「{ $what }」以它為前提，請先撤銷那一條。
evening-no-first-move = { $side }方沒有及時走出第一步，本局按棄權判負
evening-left-game = { $side }方退出比賽，判負
evening-called-begun = { $title } 第 { $board } 台：你與 { $opponent } 的對局開始了
evening-closed-title = 比賽「{ $title }」已關閉。

## Pages to print
evening-print-pairings = { $turn }對陣表
evening-print-round-short = { $round }
evening-print-number = 編號
evening-print-opponent = 對手
evening-print-side = 先後手
evening-print-crosstable = 交叉表
evening-print-certificate = 獎狀
evening-print-certificate-place = { $place ->
        [1] 冠軍
        [2] 亞軍
        [3] 季軍
       *[other] 第 { $place } 名
    }
evening-print-certificate-words = { $name } 在「{ $title }」中獲 { $points } 分，特發此狀，以資鼓勵。
evening-print-certificate-signature = 主辦者

## Tournaments: what is passed on, long tables, and keys
evening-rows-shown = 第 { $first } 至 { $last } 行，共 { $count } 行
evening-rows-before = 前面的行
evening-rows-after = 後面的行
evening-copy-for-group = 複製為文字
evening-copy-table-round = 複製本輪對陣和結果
evening-copy-table-standings = 複製名次表
evening-copy-table-crosstable = 複製交叉表
evening-copy-hint = 文字可以發到聊天中
evening-file-round-text = 文字：對陣和結果
evening-file-standings-text = 文字：名次表
evening-file-crosstable-text = 文字：交叉表
evening-points = 每局得分
evening-worth-two-one-nil = 勝 2 分，和 1 分
evening-worth-three-one-nil = 勝 3 分，和 1 分
evening-results-keys = ↑ ↓ 選台次，再按鍵輸入結果：1 紅勝，2 和棋，3 黑勝，0 雙方棄權
evening-play-meanwhile = 先和電腦下一盤
evening-meanwhile-hint = 下一輪的對局會自動開啟，與電腦的這盤棋會保留。

## Tournaments: pauses, and the games of all rounds
evening-pause-all = 暫停全部對局
evening-continue-all = 繼續全部對局
evening-pause-board = 暫停這盤棋
evening-continue-board = 繼續這盤棋
evening-board-paused = 暫停中
evening-is-paused = 主辦者暫停了比賽（{ $time }）。
evening-is-paused-by = { $name } 暫停了比賽（{ $time }）。
evening-paused-short = 暫停中
evening-game-paused = 主辦者暫停了對局，棋鐘停走。
evening-game-goes-on = 對局繼續，雙方各補 { $credit } 秒。
evening-refused-paused = 主辦者已暫停對局。
evening-refused-wooden = 這一台的棋不在伺服器上下。
evening-refused-draw-too-early = 按比賽規定，再走 { $plies } 步（雙方合計）才可以提和。
evening-save-games = 全部對局存為檔案
evening-save-games-hint = 象棋存為一個 PGN 檔
evening-fetching-games = 正在讀取對局…
evening-fetching-games-of = 正在讀取對局：{ $done } / { $all }
evening-stop-games = 停止
evening-games-saved = 已儲存 { $games } 盤對局。
evening-games-saved-but = 已儲存 { $games } 盤對局；另有 { $missing } 盤無法取得。
evening-no-games = 伺服器沒有這次比賽的對局記錄。
evening-no-text = 這個檔案不是文字，沒有加入任何人。
evening-no-chooser = 系統沒有檔案選擇視窗，請把檔案拖到這裡，或貼上其中的文字。
evening-players-file = 姓名列表或比賽檔案（TRF）
