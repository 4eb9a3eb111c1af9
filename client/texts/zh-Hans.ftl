### 客户端的简体中文文本。en.ftl 是其他语言的范本，变量的说明写在那里。

## Everywhere

app-name = 楚河
tagline = 两人一盘棋
settings = 设置
language = 语言
language-of-system = 跟随系统
appearance = 外观
light = 浅色
dark = 深色
help-rules = 规则
legend-move = 可以走到
legend-capture = 可以吃
legend-blocked = 不能走
close = 关闭
copy = 复制
cancel = 取消
send = 发送
quit-question = 要关闭窗口吗？
quit-explained = 对局还没有结束。关闭后你的棋钟继续走，30 秒后对方可以申请判胜。马上重新打开程序，就能接着下。
quit-aborts = 对局刚刚开始。关闭后 30 秒内不重新打开程序，对局就会取消，不计胜负。
quit-stops-host = 服务器在这台电脑上运行，关闭窗口后所有人都会断开，对局都会停下，重新启动服务器后可以继续。
quit-yes = 关闭
quit-no = 继续下

## Joining and hosting

join-title = 进入服务器
host = 地址
port = 端口
name = 名字
name-hint = 你的名字
host-hint = 192.168.1.20
join = 进入
connecting = 正在连接…
logging-in = 正在登录…
login-slow = 正在排队验证密码，最长约 20 秒…
recent = 最近连接
nearby = 附近的服务器
forget = 移除
choose-hall = 请选择分区
hall = 分区
hall-players = { $players } / { $capacity } 人
hall-full = 已满
password = 密码
have-password = 有密码？
not-encrypted = 没有加密，密码可能被别人看到
hosting-title = 在本机开服务器
hosting-explained = 在这台电脑上运行服务器，别人就能连接进来对局。
hosting-seat = 你以 { $name } 的名字在这台电脑的服务器上有一盘没下完的棋。重新启动服务器就能接着下。
hosting-start = 启动
hosting-starting = 正在启动…
hosting-tell = 把其中一个地址告诉朋友：
hosting-elsewhere = 朋友在别的网络时，要用你的公网地址，还要在路由器上把端口 { $port } 转到这台电脑。
hosting-stop = 停止
hosting-join = 进入本机服务器
hosting-no-address = 没有找到可供别人连接的地址，请检查网络
hosting-announce = 在局域网内公开
hosting-announce-explained = 同一网络里的人加入服务器时会看到它

## Encryption

tls = 加密（TLS）
tls-settled = 以前用 TLS 加密连接过这个服务器，所以不再用明文连接
certificate-changed = 服务器的证书变了！
certificate-changed-explained = 服务器出示的证书与以前不同。可能是管理员更换了证书，也可能有人冒充服务器。连接之前，请通过其他途径向管理员核对新指纹。目前没有向它发送任何内容。
previous-fingerprint = 原指纹
new-fingerprint = 新指纹
signed-by-authority = 由受信任的机构签发
fingerprint-checked = 我已向管理员核对过新指纹
trust-check-first = 请先向管理员核对新指纹
trust = 信任新证书
do-not-trust = 不连接

## The connection

retry-now = 立即重连
play-here = 在这里下
game-goes-on = 你的对局或邀请还在进行
leave-server = 离开服务器
game-forgotten = 服务器上已没有这盘棋，只能回看，不能继续下

## The lobby

players = 在线棋手
my-games = 我的棋局
loading = 正在读取…
no-games-yet = 还没有下完的棋局。下完一盘后，可以在这里复盘。
more-games = 更早的棋局
no-games-found = 没有符合条件的棋局。
filter-opponent = 对手
filter-from = 开始日期
filter-to = 结束日期
find-games = 查找
library-title = 棋谱库
library-explained = 你下完的棋，保存在本机
library-empty = 还没有棋谱。下完的棋会自动保存在这里，不连服务器也能看。
library-position = 当前局面
library-export = 导出 PGN
library-export-explained = 把符合条件的棋局写入一个 PGN 文件
library-export-some = 导出 { $games }/{ $all }
library-export-xiangqi = 导出象棋
library-export-left-out = 把符合条件的棋局写入一个 PGN 文件，不含军旗：PGN 不支持军旗
library-add = 添加文件
library-add-explained = 选择棋谱文件，或把多个文件拖到窗口里
import-progress = 文件 { $done } / { $files }
import-taken = 已添加 { $games } 局
import-known = 库中已有 { $games } 局
import-noted = 有读取说明 { $games } 局
import-refused-games = 不能读取的对局 { $games } 局
import-refused-files = 不能读取的文件 { $files } 个
back-to-list = 回到列表
library-delete = 删除棋谱
library-delete-explained = 选择要删除的棋谱
library-delete-one = 删除
library-delete-sure = 确定？
library-delete-all = 全部删除
library-delete-all-sure = 确定全部删除？
library-delete-done = 完成
library-undelete = 撤销删除
open-record = 打开
open-game = 看棋谱
to-games = 返回
versus = { " 对 " }
watch = 观战
unwatch = 离开观战
watch-rematch = 观看下一局
step-first = 回到开局
step-back = 上一步
step-forward = 下一步
step-last = 最后一步
no-earlier-move = 前面没有着法了。
no-later-move = 后面没有着法了。
to-live = 回到当前
from-start = 从头看
broadcast-ended = 转播已结束
watching = 观战中
no-spectators = 还没有人观战
watch-delay = 观战延迟
watch-delay-field = 观战延迟（步）
watch-delay-hint = 0 到 40，观战者看到的棋局晚这么多步
paused = 服务器暂时无法保存棋局，对局全部暂停，棋钟停走
spectator-prefix = 〔观战〕
search = 搜索棋手
idle = 空闲
at-board = 刚下完棋
playing = 对局中
offline = 掉线
challenge = 挑战
challenge-away = 对方掉线了，不能挑战
lobby-empty = 还没有其他棋手。把服务器的地址告诉朋友，请他们来下一盘。
no-player-found = 没有找到这位棋手。
lobby-chat = 大厅聊天
registered = 已注册
not-registered = 未注册
guest = 游客
seek-find = 找对手
seek-hint = 有人想下同样的棋就开始对局
seek-terms = 选择棋种、用时等条件
seek-change = { $terms } · 更改
seek-begin = 开始找
seek-also-games = 也可以下
seek-also-times = 其他用时
reach-label = 对手等级分
reach-within = ±{ $points } 分
reach-anyone = 不限
reach-now = 等级分 ±{ $points }
seek-and-more = { $terms }，另有 { $count } 种
form-too-many = 棋种与用时合起来最多 { $most } 种
form-computer-clock = 电脑棋手只下限时的对局
seek-stop = 停止找对手
seek-ended = 已停止找对手
seek-looking = 正在找对手
seek-seeks = 找对手中
seek-play = 应战
seek-play-with = 与{ $name }对局
seek-again = 继续找
seek-away-label = 离开后
seek-away-tell = 24 小时内通知我
seek-away-hint = 你不在时别人也能应战，双方都再次同意后才开始对局
seek-away-open = 别人仍可应战
seek-away-end = 结束
seek-ask = 问对方
seek-ask-name = 问{ $name }下不下
seek-tell = 告诉对方
seek-tell-name = 告诉{ $name }你想下
seek-kept = 会告诉{ $name }；对方上线时通知你
seek-answered = { $name }想与你对局
seek-here = { $name }上线了
seek-to-be-told = { $name }上线后会知道
seek-declined = { $name }拒绝了，或已不再找对手
rating-label = 等级分
rating-rated = 计等级分
rating-unrated = 不计等级分
rating-hint = 对局会改变双方的等级分
rating-not-with-guest = 与游客对局不计等级分
rating-opponent-guest = 不计等级分：{ $name } 是游客
rating-opponent-unwilling = 不计等级分：{ $name } 没有选择计等级分的对局
rating-not-this = 此局不计等级分
unratable-guest = 只有注册的棋手可以下等级分对局
unratable-computer = 与电脑对局不计等级分
unratable-start-position = 从指定局面开始的对局不计等级分
unratable-odds = 双方用时不同的对局不计等级分
unratable-untimed = 不限时的对局不计等级分
uncounted-too-short = 不计分：对局太短
uncounted-same-pair = 不计分：两位当天的等级分对局已满
uncounted-unregistered = 不计分：有一方已不是注册棋手
uncounted-annulled = 不计分：管理员已判此局无效
correction-annulled = 对局无效
correction-red = 改判红胜
correction-black = 改判黑胜
correction-draw = 改判和棋
rating-of-computer = 等级分约 { $rating }：只是估计，与电脑的对局不计等级分。
rating-changed = 等级分 { $rating }（{ $change }）
rating-missing = 暂定，至少再下 { $games } 局
speed-fast = 快棋
speed-normal = 中速
speed-correspondence = 通信棋
speed-slow = 慢棋
rating-of = { $game } · { $speed }：{ $rating }
watches = 观战中
registered-explained = 这个名字受密码保护。
register = 注册这个名字
register-explained = 注册后，使用这个名字需要密码，下过的棋局也会保留，还可以下等级分对局。密码无法找回，请牢记。
password-again = 再输入一次
password-hint = 至少 8 个字符
change-password = 修改密码
change-explained = 修改后，其他设备需要输入新密码。
old-password = 原密码
old-password-wrong = 原密码不对
old-password-missing = 请输入原密码
new-password = 新密码
sign-out-here = 退出这台设备
sign-out-everywhere = 退出其他设备
sign-out-explained = 其他设备都要重新输入密码，本机不受影响。
sign-out-yes = 退出
chat-hint = 说点什么…
chat-empty = 还没有人说话
you = 你
block = 屏蔽
unblock = 解除屏蔽
blocked = 已屏蔽
blocked-players = 已屏蔽的棋手
block-explained = 收不到对方的挑战和聊天，对方不会知道。
challenge-policy = 谁可以向我挑战
waiting-for-answer = 等待对方回应
shutting-down = 服务器即将关闭，不再开新局

## Profiles and leaderboards

profile-show = 棋手信息
profile-own = 我的信息
profile-leaderboard = 排名
profile-leaderboard-hint = 各棋种等级分的排名
profile-computers = 电脑各级
profile-computers-explained = 这些等级分是估计的，不会变动，因为与电脑的对局不计等级分。
profile-speed = 快慢
profile-nobody = 最近 90 天没有人下过这种等级分对局。
profile-hidden = 你的信息不公开，别人在这里看不到你。
profile-guest = 注册名字后可以下等级分对局，也会列入排名。
profile-games = { $games } 局
profile-missing = 至少再下 { $games } 局
profile-new-opponents = 还需 { $opponents } 位新对手
profile-page = 第 { $page } 页，共 { $pages } 页
profile-previous = 上一页
profile-next = 下一页
profile-here = 现在在线
profile-last-seen = { $ago }来过
profile-rated = 等级分对局
profile-no-rated = 还没有下过等级分对局。
profile-curve = 最近 { $games } 局后的等级分
profile-best-wins = 最佳胜局
profile-all-games = 全部对局
profile-last-games = 最近 { $games } 局
profile-no-games = 还没有下完的棋局。
profile-openings-red = 执红常用开局
profile-openings-black = 执黑常用开局
profile-audience = 谁可以看我的信息
profile-audience-everyone = 所有人
profile-audience-registered = 仅注册棋手
profile-audience-nobody = 不公开
profile-show-seen = 显示我最近来过的时间
profile-note = 大厅里的名字后面仍会显示等级分。
profile-refused-unknown = 这里没有人注册过这个名字。
profile-refused-unregistered = 只有注册棋手才有这些信息。
profile-refused-private = 这位棋手不对你公开信息。
profile-register = 有些棋手只对注册棋手公开：注册名字后即可查看。
fair-completion = 完成对局
fair-completion-of = 最近 { $games } 局完成 { $finished } 局
fair-against = 计入的未完成对局
fair-abandoned = 中途离开
fair-never-begun = 未开局
fair-counts-abandoned = 计为中途离开
fair-counts-never-begun = 计为未开局
fair-share = 你找对手或比赛下的最近 { $games } 局中有 { $unfinished } 局没有下完
fair-streak = 你找对手或比赛下的棋连续 { $games } 局没有下完
fair-wait = { $why }，{ $time }后才能再找对手
fair-wait-short = { $time }内不能找对手
fair-wait-until = { $until } 起可以再找对手
fair-minutes = { $minutes } 分钟
fair-hours = { $hours } 小时

## Openings of xiangqi

opening-central-cannon = 中炮
opening-palcorner-cannon = 士角炮
opening-cross-palace-cannon = 过宫炮
opening-golden-hook-cannon = 金钩炮
opening-elephant = 飞相局
opening-horse = 起马局
opening-edge-horse = 边马局
opening-pawn = 仙人指路
opening-edge-pawn = 边兵局
opening-advisor = 上仕局
met-with-central-cannon = 中炮
met-with-palcorner-cannon = 士角炮
met-with-cross-palace-cannon = 过宫炮
met-with-golden-hook-cannon = 金钩炮
met-with-elephant = 飞象
met-with-horse = 进马
met-with-edge-horse = 边马
met-with-pawn = 挺卒
met-with-edge-pawn = 挺边卒
met-with-advisor = 上士
defense-same-direction-cannons = 顺炮
defense-opposite-direction-cannons = 列炮
defense-screen-horses = 中炮对屏风马
defense-sandwich-horses = 中炮对反宫马
defense-single-horse = 中炮对单提马
defense-opposing-pawns = 对兵局
defense-cannon-behind-pawn = 仙人指路对卒底炮
against-opening = { $opening }对{ $reply }

## Reports of players

report-begin = 举报
report-hint = 告诉服务器的管理员这位棋手违反规则
report-heading = 举报{ $name }
report-kind = 举报类型
report-kind-cheating = 作弊
report-kind-communication = 言语或名字不当
report-kind-boosting = 刷分
report-kind-other = 其他
report-when-cheating = 借助软件或他人支招下棋。
report-when-communication = 在聊天中辱骂、威胁或发广告，或名字不当。
report-when-boosting = 故意输棋，或自己与自己对局，以改变等级分。
report-when-other = 不属于以上类型，请说明。
report-words = 事情经过
report-words-hint = 最多{ $most }个字
report-attached-game = 服务器会附上第{ $game }局棋，以及你看到的该局聊天。
report-attached = 服务器会附上你看到的聊天，或你们最近的一局棋。
report-privacy = 对方不会知道是谁举报的。
report-send = 提交举报
report-no-kind = 请选择举报类型。
report-no-words = 请说明事情经过。
report-decided = 你的举报已处理
report-upheld = 管理员已查看你对{ $name }的举报，并作了处理。谢谢。
report-dismissed = 管理员已查看你对{ $name }的举报，没有发现需要处理的问题。
report-understood = 知道了
report-judged = 管理员对你作出了决定
report-effect-dismiss = 不作处理。
report-effect-warn = 这是一次警告。
report-effect-mute = 你不能聊天。
report-effect-ban = 你不能进入这个服务器。
report-until = 到{ $time }为止
report-unlimited = 没有期限
report-about = 类型
report-reason = 理由
report-appeal = 你的申诉
report-appeal-hint = 说明决定错在哪里；只能申诉一次
report-appeal-send = 申诉
report-name-banned = 这个名字已被封禁
report-name-may-appeal = 如果这是你用过的名字，可以对这个决定申诉一次。
report-list = 棋手举报
report-none = 没有待处理的举报。
report-more = 还有{ $count }个，处理完这些后会显示。
report-appeals = 申诉
report-appeals-answer = 如果申诉成立，由服务器管理员解除禁言或封禁。
report-appeals-more = 还有{ $count }个较早的申诉没有显示。
report-verdict = 处理结果
report-appealed = 申诉内容
report-appeal-unproven = 未证明是本人：申诉的可能是别人
report-item = 第{ $number }号：{ $name }
report-by = 举报人：{ $name }
report-game = 第{ $game }局
report-decision-reason = 给对方的理由
report-decision-hint = 只有不成立时可以不写
report-term = 禁言或封禁时间
report-term-day = 一天
report-term-week = 一周
report-term-month = 30天
report-term-unlimited = 没有期限
report-measure-dismiss = 不成立
report-measure-warn = 警告
report-measure-mute = 禁言
report-measure-ban = 封禁
report-refused-yourself = 不能举报自己。
report-refused-not-met = 你最近没有和这位棋手对局，也没有看到其聊天。
report-refused-already-reported = 你上次对这位棋手的举报还没有处理。
report-refused-too-long = 文字太长。
report-refused-empty = 没有写内容。
report-refused-full = 服务器上待处理的举报太多，请稍后再试。
report-refused-unknown = 已经没有这个举报了。
report-refused-not-moderator = 只有管理员可以这样做。
report-refused-gone = 这位棋手已经离开。只能判为不成立，或警告。
report-refused-too-many-sanctions = 封禁和禁言太多，管理员需要先解除一些。
report-examine = 与引擎对比
report-examine-hint = 这一局的着法与引擎有多一致，以及这样的等级分通常如何
report-examining = 引擎正在检查这一局，请过一分钟再问。
report-agreement = { $moves } 着中有 { $percent }% 是引擎的前三选；每着平均损失百分之 { $loss } 个兵
report-agreement-few = 只有 { $moves } 着可以判断，说明不了什么
report-usual = 等级分 { $lowest } 至 { $highest } 的另外 { $others } 例通常为：{ $percent }%，每着百分之 { $loss } 个兵
report-usual-unrated = 此局不计等级分，没有可比的数据。
report-usual-few = 可比的等级分对局太少：{ $others }，需要 { $needed }
report-examining-others = 还有 { $games } 局正在检查，以后再问，比较会更准。
report-only-a-hint = 只是线索，不能当作结论：局面简单、走常见的开局、状态好时也是这样。
report-refused-not-examined = 此局无法检查：只有已结束的象棋对局可以，每次只能几局。
notice-chat-marked = 这句话含有服务器词表中的词，隐藏这类话的棋手看不到。
show-marked-chat = 显示含有服务器词表中词语的聊天
notice-reported = 举报已保存。处理后会在这里告诉你。

## A challenge

game = 棋种
colors = 执子
your-colors = 我方
time = 用时
takebacks = 悔棋
start = 开局
custom-start = 指定局面
accept = 接受
decline = 拒绝
decline-because = 说明理由
both-times = 双方用时
your-time = 你的用时
opponents-time = 对方用时
same-times = 双方相同
different-times = 双方不同
start-hint = FEN，留空为标准开局
send-challenge = 发出挑战
minutes = 分
seconds = 秒
no-limit-hint = 0 或留空表示不限

## The board

moves = 棋谱
available = 可走着法
chat = 聊天
more = 更多
no-moves-yet = 还没有走棋
nothing = —
not-your-turn-list = 轮到你走时，这里列出所有合法着法
click-twice = 点一次在棋盘上预览，再点一次走棋
click-twice-fingers = 点一步棋，在棋盘上预览；再点棋盘上要去的地方走棋。
online = 在线
away = 掉线
left = 已离开
opponents-turn = 轮到对方走
in-check = 将军
you-are-in-check = 你被将军
sending = 正在发送…
in-read-time = 读秒中
takeback = 悔棋
draw = 求和
resign = 认输
abort = 取消对局
rematch = 再来一局
to-lobby = 返回大厅
accept-offer = 同意
decline-offer = 拒绝
withdraw = 撤回
abort-question = 确定要取消对局吗？
resign-question = 确定要认输吗？
resign-yes = 认输
resign-no = 继续下
claim-win = 判胜
claim-draw = 判和
to-current = 回到当前
flip = 翻转
untimed = 不计时
list-comma = 、
list-semicolon = ；

## Luzhanqi

setting-up = 布阵
still-setting-up = 布阵中
ready = 已就绪
setup-state = 对调棋子，布好后确认
setup-hint = 点一个棋子，再点另一个，两子对调，也可以直接拖动。军旗放在大本营，地雷放在后两排，炸弹不能放在第一排，行营不放棋子。
setup-hint-fingers = 点一个棋子，再点另一个，两子对调，也可以直接拖动。军旗放在大本营，地雷放在后两排，炸弹不能放在第一排，行营不放棋子。
setup-waiting = 已确认，等待对方。对方确认之前可以撤回。
confirm-formation = 确认布阵
withdraw-formation = 撤回确认
shuffle = 随机
layouts = 阵形
layout-name = 当前阵形保存为
layout-name-hint = 阵形名称
save = 保存
load = 载入
rename = 改名
rename-to = 新名称
delete-layout = 删除
no-layouts = 还没有保存过阵形。
layouts-in = 阵形文件在这个文件夹，别人的阵形也可以放进来：
losses = 战况
own-losses = 己方阵亡
enemy-losses = 对方阵亡
your-turn-short = 轮到你走
mark-as = { $station } 标记为
clear-mark = 清除
marks-hint = 点对方的暗子，可以标记你的猜测，只有自己看得见。
marks-hint-fingers = 点对方的暗子，可以标记你的猜测，只有自己看得见。
mines = 棋子触雷时
red-losses = 红方阵亡
black-losses = 黑方阵亡

## Xiangqi

repetitions = 棋规

## Phrases of the chat

lobby-phrase-1 = 大家好！
lobby-phrase-2 = 谁来一盘？
lobby-phrase-3 = 下快棋吗？
lobby-phrase-4 = 下慢棋吗？
lobby-phrase-5 = 稍等一下。
game-phrase-1 = 你好！
game-phrase-2 = 请多指教。
game-phrase-3 = 好棋！
game-phrase-4 = 稍等，我想想。
game-phrase-5 = 请走棋。
game-phrase-6 = 承让。
game-phrase-7 = 谢谢，再见！

## The connection

paused-retry-in = 服务器暂停中，{ $seconds } 秒后重试
paused-retrying = 服务器暂停中，正在重试…
hall-moving = 分区正在切换服务器，重新连接中…
connection-lost-in = 连接中断，{ $seconds } 秒后第 { $attempt } 次重连
connection-lost-now = 连接中断，正在第 { $attempt } 次重连…
connected-to = 已连接 { $server }
hosting-at = 本机服务器运行中，端口 { $port }
encrypted-with =
    连接已加密（TLS）。服务器证书的指纹：
    { $fingerprint }
round-trip = { $ms } ms

## Players and challenges

policy-everyone = 所有人
policy-registered = 仅注册棋手
policy-nobody = 不接受
blocked-count = 已屏蔽 { $count } 人
lobby-away = { $players } 人掉线
lobby-online = { $players } 人在线
lobby-online-all = 在线 { $players }
lobby-computers = { $computers } 个电脑棋手
lobby-games = { $games } 盘进行中
computer-of-level = 电脑 · { $level } 级
live-games = 正在进行
live-games-more = 换一批
games-together = 交手记录
recent-opponents = 近期对手
games-together-none = 还没有交过手
games-together-failed = 服务器没有给出对局
games-together-all = 全部对局
no-running-games = 现在没有对局。挑战一位棋手，别人就可以观战。
preview-over = 对局结束
lobby-address = 这个服务器的地址，可以告诉朋友：
lobby-visitors = 最近来过
seen-just-now = 刚刚
seen-minutes = { $minutes } 分钟前
seen-hours = { $hours } 小时前
seen-days = { $days } 天前
score = { $won } 胜 · { $drawn } 和 · { $lost } 负
here-just-joined = 刚刚上线
here-minutes = { $minutes } 分钟前上线
here-hours = { $hours } 小时前上线
challenge-by = { $name } 向你挑战
challenge-to = 挑战 { $name }
seconds-left = { $seconds } 秒
and-more = 还有 { $count } 人
is-offline = { $name } 掉线了
preset-quick = 快棋
preset-standard = 标准
preset-slow = 慢棋
preset-tournament = 比赛
preset-move-only = 只限步时
preset-untimed = 不计时
labelled = { $label }：{ $value }
aside = { $what }（{ $more }）
color-choice-red = 执红先行
color-choice-black = 执黑后行
color-choice-random = 随机
you-play-red = 你执红先行
you-play-black = 你执黑后行
you-play-random = 随机执子
takeback-policy-off = 不可悔棋
takeback-policy-ask = 须对方同意
rule-set-asian = 亚洲规则
rule-set-chinese = 中国规则
rule-set-simple = 简易规则
decline-unspecified = 不说明理由
decline-busy = 正忙
decline-later = 稍后再下
decline-too-fast = 用时太短
decline-too-slow = 用时太长
decline-other-terms = 换个条件
game-xiangqi = 象棋
game-luzhanqi-classic = 军旗
game-luzhanqi-cross = 军旗（四国棋盘）
mine-rule-stays = 子阵亡，雷还在
mine-rule-both-captured = 同归于尽

## Times

clock-part-game = 局时
clock-part-move = 步时
clock-part-increment = 加秒
clock-part-read = 读秒
clock-game = 局时 { $minutes } 分
clock-game-short = { $minutes } 分
clock-per-move = 步时 { $seconds } 秒
clock-increment = 每步加 { $seconds } 秒
clock-read = 读秒 { $seconds } 秒
clock-separator = ，
clock-untimed = 不计时
countdown-seconds = { $seconds } 秒
countdown-minutes = { $minutes } 分 { $seconds } 秒
move-time = 步时 { $seconds }
read-time = 读秒 { $seconds }

## At the table

red = 红
black = 黑
side-to-move = 轮到{ $side }方走
offered-takeback-by = { $name } 请求悔棋
offered-draw-by = { $name } 求和
offered-rematch-by = { $name } 想再来一局
offered-takeback = 已请求悔棋，等待对方回应
offered-draw = 已求和，等待对方回应
offered-rematch = 已请求再来一局，等待对方回应
opponent-away-until = { $name } 掉线了，{ $time } 后你可以申请判胜或判和
opponent-away-long = { $name } 掉线了，你可以申请判胜或判和，也可以继续等
early-absence = { $name } 掉线了，{ $time } 后对局取消，不计胜负
absence-short-own = 再掉线 { $time }，对方可申请判定
absence-short-opponent = 再掉线 { $time }，你可申请判定
absence-left-own = 本局你再掉线 { $time }，对方就可以申请判胜或判和
absence-left-opponent = 本局 { $name } 再掉线 { $time }，你就可以申请判胜或判和
interruption-credit = 服务器在这盘棋中中断过，局时补了 { $time }。
lag-credit-seconds = 延迟补 { $seconds } 秒
lag-credit-left = 服务器测得的网络延迟不计入用时，每步最多补偿 0.5 秒。补偿还剩 { $seconds } 秒，每走一步恢复 0.1 秒。
first-move-clock = 第一步
result-won = 胜
result-lost = 负
result-drawn = 和
result-aborted = 无结果
plies = { $plies } 步
delayed = 观战中 · 延迟 { $plies } 步
spectators = 观战 { $count }
reviewing = { $ply ->
        [0] 初始局面
       *[other] 第 { $ply } 步，共 { $of } 步
    }

## Luzhanqi

setup-left = 还有 { $time }，到时按当前阵形开始
lost-count = { $count } 子
quiet-steps = 已有 { $quiet } 步没有碰子，满 { $of } 步判和
side-passed = { $side }方轮空 { $passes }/{ $of }
draw-near = 再走 { $steps } 步还没有碰子就判和
notation-passed = 轮空
notation-lost = { $squares } 负
notation-won = { $squares } 胜
notation-both = { $squares } 兑
notation-piece = { $piece } { $squares }
notation-takes = { $moved } 吃{ $met }
notation-both-with = { $moved } 兑{ $met }
ply-by-me = 我
ply-by-opponent = 对方
ply-moved = { $who } { $what }
ply-battle = { $who } { $what }，{ $outcome }
ply-falls = { $piece }阵亡
ply-flag-taken = 扛走军旗
ply-attacker-falls = 攻方阵亡
ply-defender-falls = 守方阵亡
ply-both-fall = 双方同失
ply-both-fall-with = 双方同失，失{ $piece }
short-marshal = 司令
short-general = 军长
short-major-general = 师长
short-brigadier = 旅长
short-colonel = 团长
short-major = 营长
short-captain = 连长
short-lieutenant = 排长
short-engineer = 工兵
short-bomb = 炸弹
short-mine = 地雷
short-flag = 军旗
short-camp = 行营
short-headquarters = 大本营
strength-marshal = 司令
strength-general = 军长
strength-major-general = 师长
strength-brigadier = 旅长
strength-colonel = 团长
strength-major = 营长
strength-captain = 连长
strength-lieutenant = 排长
strength-engineer = 工兵
strength-bomb = 炸弹
strength-mine = 地雷
strength-flag = 军旗
battle-defender-captured = 胜
battle-attacker-captured = 负
battle-both-captured = 兑

## Rulings on repetitions

repetition-loss = { $loser }方{ $offence }：{ $moves }，连续 { $times } 次{ $done }，判负
repetition-loss-warning = 再重复一次判{ $loser }方负。{ $loser }方{ $offence }：{ $moves }，已连续 { $times } 次{ $done }
repetition-draw = 双方不变作和：{ $moves }
repetition-draw-both = 双方{ $offence }，不变作和：{ $moves }
repetition-draw-warning = 再重复一次判和：{ $moves }
repetition-draw-both-warning = 再重复一次判和。双方{ $offence }：{ $moves }
repetition-offence-check = 长将
repetition-offence-chase = 长捉
repetition-offence-attack = 长打
repetition-done-checks = 将军
repetition-done-attacks = 将军、要杀或捉子
repetition-done-pinned-rook = 捉被马牵制的车
repetition-done-chases = 捉{ $victims }
repetition-victims-separator = 、
repetition-victim-king-red = 帅
repetition-victim-king-black = 将
repetition-victim-advisor-red = 无根仕
repetition-victim-advisor-black = 无根士
repetition-victim-elephant-red = 无根相
repetition-victim-elephant-black = 无根象
repetition-victim-horse = 无根马
repetition-victim-rook = 车
repetition-victim-cannon = 无根炮
repetition-victim-pawn-red = 无根兵
repetition-victim-pawn-black = 无根卒

## How games end

outcome-you-won = 你赢了
outcome-you-lost = 你输了
outcome-red-won = 红方胜
outcome-black-won = 黑方胜
outcome-drawn = 和棋
outcome-aborted = 对局取消
reason-agreement = 双方同意
reason-time-without-attackers = 一方超时，但对方已无进攻子力
reason-abandonment = 一方离开
reason-too-long = 达到步数上限
reason-quiet-steps = 连续多步没有碰子
reason-repetition = 双方不变
reason-natural-limit = 自然限着：六十回合未吃子
reason-no-attackers = 双方均无进攻子力
reason-requested = { $side }方取消，不计胜负
reason-no-first-move = { $side }方没有及时走出第一步，不计胜负
reason-absent = { $side }方开局前掉线太久，不计胜负
reason-both-away = 双方离开太久，不计胜负
reason-organiser = 比赛组织者中止了对局，不计胜负
reason-server-shutdown = 服务器关闭，不计胜负
win-checkmate = 绝杀
win-stalemate = 困毙
win-resignation = { $loser }方认输
win-game-time = { $loser }方超时
win-move-time = { $loser }方步时超时
win-abandonment = { $loser }方离开
win-flag-captured = { $loser }方军旗被扛
win-no-movable-piece = { $loser }方无棋可走
win-perpetual-check = { $loser }方长将不变
win-perpetual-chase = { $loser }方长捉不变
win-perpetual-attack = { $loser }方长打不变

## Why there is no connection

offline-version = 版本不符：服务器需要 { $oldest } 到 { $newest } 版，请更新程序
offline-one-version = 版本不符：服务器需要 { $version } 版，请更新程序
offline-by-server = 服务器断开了连接
offline-broken = 服务器发来的数据有误
offline-failed = 连接中断：{ $words }
server-silent = 服务器没有回应，正在重试…
seat-waits = 你的对局或邀请还在那里。
server-answers = 服务器已恢复
server-missing = 此页面没有服务器
connect-unknown-host = 找不到这个地址
connect-refused = 这个地址没有运行服务器
connect-timed-out = 服务器没有响应
connect-unreachable = 网络无法到达这个地址
connect-not-chuhe = 这不是楚河的服务器
connect-no-tls = 没有连接：服务器不支持 TLS 加密
connect-certificate-changed = 没有连接：服务器的证书变了
connect-tls-failed = TLS 加密失败：{ $words }
connect-other = 连接失败：{ $words }
closed-quit = 已离开服务器
closed-superseded = 你在别处登录了，这里的连接已断开
closed-other-tab = 你正在另一个页面里下棋
closed-other-window = 你正在另一个窗口里下棋
closed-no-greeting = 服务器断开了连接：没有及时收到名字
closed-silent = 服务器断开了连接：太久没有收到数据
closed-flood = 服务器断开了连接：请求太多
closed-slow-reader = 服务器断开了连接：网络太慢
closed-broken-frame = 服务器断开了连接：收到的数据有误
closed-shutting-down = 服务器已关闭
closed-server-full = 服务器已满，请稍后再来
closed-signed-out = 你已在所有设备上退出登录
closed-address-full = 来自你这个地址的连接太多
closed-tls-required = 这个服务器只接受 TLS 加密连接
closed-kicked = 你被管理员请出了服务器
closed-name-registered = 这个名字已被其他棋手注册，请换一个
closed-banned = 你已被这个服务器封禁
closed-banned-for = 你已被这个服务器封禁，{ $minutes } 分钟后解除
closed-hall-moved = 分区已切换到另一台服务器

## Refusals

refusal-no-formations = 这种棋不用布阵
refusal-claim-too-soon = { $seconds } 秒后才可以
refusal-chat-too-fast = 发言太快，请等 { $seconds } 秒
refusal-not-joined = 请先进入服务器
refusal-already-joined = 你已经进入服务器
refusal-name-taken = 这个名字有人用了，请换一个
refusal-name-reserved = 这个名字留给服务器的管理员或电脑，请换一个
refusal-unknown-token = 上次的登录已失效，请重新进入
refusal-shutting-down = 服务器即将关闭，不再开新局
refusal-no-such-player = 这位棋手已离开
refusal-challenge-self = 不能挑战自己
refusal-opponent-busy = 对方正在下棋
refusal-you-are-busy = 你正在下棋
refusal-already-challenged = 你已经向这位棋手发出挑战，请等待回应
refusal-too-many-challenges-out = 你发出的挑战太多，请取消一个或稍等
refusal-too-many-challenges-in = 这位棋手收到的挑战太多，请稍后再试
refusal-no-such-challenge = 这个挑战已失效
refusal-not-your-challenge = 这不是你的挑战
refusal-no-such-game = 服务器上没有这盘棋，可能已经结束
refusal-not-your-game = 你没有参加这盘棋
refusal-not-watching = 你没有观战这盘棋
refusal-game-over = 棋局已经结束
refusal-game-running = 棋局还没有结束
refusal-wrong-ply = 局面已变，这一步没有走
refusal-resign-too-early = 现在还不能认输
refusal-abort-too-late = 双方都已走棋，不能再取消对局
refusal-nothing-to-claim = 双方都走过棋后才能申请判胜或判和
refusal-opponent-not-away = 对方没有掉线
refusal-opponent-left = 对方已离开棋桌
refusal-chat-empty = 请先输入内容
refusal-chat-too-long = 太长了，最多 200 个字
refusal-too-many-offers = 你在这盘棋里提出的请求太多了
refusal-name-registered = 这个名字已注册：请换一个，或输入它的密码
refusal-wrong-password = 名字或密码不对
refusal-invalid-password = 密码需要 8 到 128 个字符
refusal-already-registered = 你的名字已经注册
refusal-request-pending = 上一个请求还没有完成，请稍候
refusal-paused = 服务器暂时无法保存棋局，对局暂停
refusal-opponent-away = 对方掉线了，请稍等
refusal-cannot-watch = 你在这盘棋的棋桌上，不能观战
refusal-too-many-spectators = 这盘棋观战的人太多了
refusal-unreadable = 棋谱无法读取
refusal-registry-full = 这个服务器的注册名额已满
refusal-no-challenges = 这位棋手现在不接受挑战
refusal-registered-challengers-only = 这位棋手只接受注册棋手的挑战
refusal-player-blocked = 你已屏蔽这位棋手，解除屏蔽后才能对局
refusal-too-many-blocks = 最多屏蔽 { $count } 人
refusal-block-self = 不能屏蔽自己
refusal-no-such-hall = 服务器没有这个分区
refusal-hall-full = 分区已满，请换一个
refusal-other-hall = 请重新连接后再进入其他分区
refusal-no-registration = 这个服务器不能注册名字
refusal-hall-elsewhere = 分区正在切换服务器，请稍后再试
refusal-no-such-invitation = 这里没有这个邀请，请向朋友要一个新链接
refusal-invitation-accepted = 这个邀请已被别人接受
refusal-invitation-withdrawn = 这个邀请已被撤回
refusal-invitation-expired = 这个邀请已过期
refusal-invitation-busy = 邀请你的棋手已开始另一局
refusal-invitation-gone = 邀请你的棋手已离开
refusal-own-invitation = 这是你自己的邀请，请把链接发给朋友
refusal-too-many-invitations = 你已经有一个邀请了
refusal-invitations-full = 这里的邀请太多了，请稍后再试
seek-refused-count = 一次可以找 1 到 { $most } 种对局
seek-refused-start = 从指定局面开始的对局，请直接挑战或邀请
seek-refused-odds = 双方用时不同的对局，请直接挑战或邀请
seek-refused-full = 这里找对手的人太多了，请稍后再试
seek-refused-gone = 对方已不再找这样的对局
seek-refused-reach = 对方在找等级分更接近的对手
seek-refused-guest = 注册棋手才能在离开后收到通知，请先注册
seek-refused-answers = 等待通知的人太多了，请稍后再试
seek-refused-asleep = 请先切回楚河，再找对手
refusal-invitation-taken = 这个邀请已被别人接受，正在等待
refusal-invitation-missed = 一小时内两人没有同时在线
refusal-invitation-left = 你已离开这个邀请
refusal-challenge-too-soon = { $seconds } 秒后才能再次挑战这位棋手
refusal-too-many-attempts = 尝试次数太多，请 { $seconds } 秒后再试
silenced = 你已被管理员禁言
silenced-for = 你已被管理员禁言，{ $minutes } 分钟后解除
illegal-other-game = 那是另一种棋的走法
offer-too-soon = { $seconds } 秒后才能再提
offer-draw-too-often = 再走 { $plies } 步才能再求和
offer-takeback-off = 这盘棋约定不可悔棋
offer-nothing-to-take-back = 你还没有走棋
offer-pending = 已经提出，请等待对方回应
offer-before-both-moved = 双方都走过棋才能求和
offer-no-open-offer = 这个请求已失效
illegal-not-your-turn = 还没轮到你走
illegal-no-piece = 那里没有棋子
illegal-not-your-piece = 那不是你的棋子
illegal-own-piece-there = 那里有你自己的棋子
illegal-not-its-move = 这个子不能这样走
illegal-horse-leg-blocked = 蹩马腿
illegal-elephant-eye-blocked = 塞象眼
illegal-elephant-may-not-cross-river = 相（象）不能过河
illegal-outside-palace = 这个子不能出九宫
illegal-path-blocked = 中间有子挡着
illegal-cannon-no-screen = 炮吃子必须隔一个子
illegal-cannon-too-many-screens = 炮只能隔一个子吃
illegal-pawn-may-not-retreat = 兵（卒）不能后退
illegal-pawn-may-not-step-aside-yet = 兵（卒）过河后才能横走
illegal-general-in-check = 这样走会被将军
illegal-generals-would-face = 将帅不能照面
illegal-same-point = 棋子没有移动
illegal-not-begun = 双方布阵完毕才能走棋
illegal-off-the-board = 这副棋盘上没有那个位置
illegal-never-moves = 地雷和军旗不能移动
illegal-in-headquarters = 大本营里的棋子不能移动
illegal-camp-occupied = 行营里有子，不能进入
illegal-only-engineers-turn = 只有工兵能在铁路上拐弯
illegal-no-path = 走不到那里
illegal-battle-undecided = 这个子的碰子还没有结果
formation-too-many = 棋子的数目不对
formation-flag-outside-headquarters = 军旗必须放在大本营
formation-mine-too-far-forward = 地雷只能放在后两排
formation-bomb-in-front = 炸弹不能放在第一排
setup-already-begun = 对局已经开始，不能再布阵
setup-already-confirmed = 阵形已经确认，要修改请先撤回
setup-not-confirmed = 阵形还没有确认
setup-nothing-placed = 还没有布阵
name-empty = 请填写名字
name-too-long = 名字最多 { $count } 个字
name-space = 名字里不能有空格
name-invisible = 名字里有不可见的字符
name-character = 名字里不能有“{ $character }”，只能用文字、数字、_ 和 -
filter-opponent-too-long = 棋手名太长
filter-position = 局面不合法
terms-increment-without-game-time = 加秒需要同时设局时
terms-read-seconds-without-game-time = 读秒需要同时设局时
terms-too-long = 每一项用时最长一天
terms-too-short = 每一项用时最短一秒
terms-start-position = 开局局面不合法
terms-start-is-over = 这个局面已经分出胜负
terms-watch-delay = 观战延迟为 0 至 40 步
terms-no-takeback = 军旗不能悔棋
options-resign-too-late = 最迟 { $most } 步后必须可以认输
options-quiet-steps = 判和的步数必须在 { $fewest } 到 { $most } 之间
options-notice-too-early = 判和前的提示太早
options-passes = 判负的轮空次数必须在 1 到 { $most } 之间
fen-rank-count = FEN 应有 10 行，这里有 { $found } 行
fen-rank-length = FEN 第 { $row } 行不是 9 个点
fen-adjacent-digits = FEN 第 { $row } 行有两个相连的数字
fen-unknown-letter = FEN 里的 { $letter } 不是棋子
fen-king-count = { $found ->
        [0] { $side }方没有将帅
       *[other] { $side }方有 { $found } 个将帅
    }
fen-too-many = { $piece }太多了
fen-misplaced = { $piece }不可能在 { $square }
fen-pawns-on-one-file = { $side }方有两个未过河的兵（卒）在 { $square } 所在的同一条线上
fen-generals-facing = 将帅不能照面
fen-opponent-in-check = 不该走棋的一方正被将军
fen-invalid-side = 走棋方应是 w 或 b
fen-invalid-dash = FEN 的第三、四项应是 -
fen-invalid-halfmove-clock = FEN 的第五项应是 0 到 9999 的数
fen-invalid-fullmove-number = FEN 的第六项应是 1 到 9999 的数
fen-missing-field = FEN 不完整
fen-trailing-field = FEN 后面有多余内容
password-too-short = 密码太短，至少 { $count } 个字符
password-too-long = 密码太长
password-differ = 两次输入的密码不一致
denied-offline = 连接中断
denied-game-gone = 服务器上已没有这盘棋
denied-resign-later = 再走 { $steps } 步才能认输
form-not-a-number = { $part }必须是数字

## Layouts of luzhanqi in files

layout-saved = 阵形已保存到 { $path }
layout-loaded = 已载入阵形“{ $name }”
layout-exists = 已经有阵形“{ $name }”了
layout-deleted = 已删除阵形“{ $name }”
layout-bad-layout = “{ $name }”不是有效的阵形：第 { $line } 行第 { $column } 个字符，{ $why }
layout-no-name = 请填写阵形名称
layout-name-character = 阵形名称里不能有“{ $character }”，只能用文字、数字、空格、_ - · ， 和括号
layout-name-long = 名称有 { $count } 个字，最多 { $most } 个
file-not-a-file = { $path } 不是文件
file-missing = 没有文件 { $path }
file-refused = 无法打开 { $path }：{ $words }
layout-failed = 文件操作失败：{ $words }
layout-full = 浏览器的空间已满，阵形没有保存
layout-fault-heading = 开头应是 luzhanqi layout 1
layout-fault-too-short = 内容不完整
layout-fault-too-long = 这里有多余内容
layout-fault-unknown-letter = { $letter } 不是棋子
layout-fault-camp-expected = 行营处应写英文句点“.”
layout-fault-piece-expected = 这里不是行营，应写棋子

## Notices

notice-opponent-ready = 对方已就绪
notice-opponent-withdrew = 对方撤回了确认，重新布阵
notice-play-begins = 布阵结束，红方先走
notice-own-flag-shown = 你的司令阵亡，对方能看到你的军旗
notice-flag-shown = { $side }方司令阵亡，军旗亮出
notice-flags-shown = 双方司令同归于尽，两面军旗都亮出
notice-in-check = 将军！
notice-not-kept = 空间已满，设置和进度无法保存
notice-taken-back = 已悔棋
notice-opponent-away = 对方掉线了
notice-opponent-asleep = 对方离开了页面，3 分钟后才算掉线
notice-opponent-back = 对方回来了
notice-opponent-left = 对方离开了棋桌
notice-reconnected = 已重新连上
notice-sent-again = 已重新连上，刚才的请求再次发出
notice-certificate-pinned = 连接已加密。首次连接这个服务器，已记住它的证书指纹 { $fingerprint }
notice-copied = 已复制
invitation-heading = 用链接约朋友
invitation-create = 生成链接
invitation-instead = 改用链接邀请
invitation-open = 你的邀请
invitation-explained = 把链接发给朋友，第一个打开的人就和你对局。
invitation-copy = 复制链接
invitation-share = 发给…
invitation-code = QR 码
invitation-code-explained = 在一起的朋友用手机相机就能打开链接。
invitation-withdraw = 撤回
invitation-from = { $name } 邀请你下棋
invitation-asking = 正在查询这个邀请…
invitation-over = 这个链接不能开始对局
invitation-later = 以后再说
invitation-ended = 你的邀请已结束
invitation-expired = 你的邀请已过期
invitation-minutes-left = 还剩 { $minutes } 分钟
invitation-hint = 朋友打开链接就能对局，用浏览器也行
invitation-play = 接受，开始对局
invitation-guest-name = 棋友{ $number }
invitation-waiting = 等待 { $name }
invitation-accepted-by = { $name } 已接受邀请
invitation-seen = { $name } 上次在线：{ $ago }
invitation-both = 两人都在线时对局就开始，现在可以先做别的。
invitation-leave = 不再等待
invitation-missed = 你的邀请已结束：一小时内两人没有同时在线
link-unreadable = 这个链接不完整或已损坏，请复制完整的链接
link-unknown-place = 这个版本打不开这个链接
link-during-game = 请先下完这盘棋，再打开链接
not-online = { $name } 不在线
host-port-taken = 这个端口已被占用，请换一个
host-port-forbidden = 不能使用这个端口，请换一个大于 1024 的
host-already-running = 这台电脑上已经运行着一个服务器
host-unavailable = 这个版本的程序不能开服务器
host-failed = 服务器启动失败：{ $words }
notice-host-stopped = 本机服务器已停止
notice-game-set-aside = 服务器重启后无法恢复你的对局，这盘棋不计胜负
notice-announcement = 服务器公告：{ $text }
notice-bad-date = 日期请写成 2026-11-22
notice-registered = 名字已注册
notice-password-changed = 密码已修改，其他设备都已退出登录
notice-signed-out = 已退出登录
notice-signed-out-everywhere = 其他设备都已退出登录
notice-bad-port = 端口必须是 1 到 65535 的数字
notice-no-host = 请填写服务器地址
ended-accepted = { $name } 接受了挑战
ended-declined = { $name } 拒绝了挑战
ended-declined-busy = { $name } 正忙
ended-later = { $name } 想稍后再下
ended-too-fast = { $name } 觉得用时太短
ended-too-slow = { $name } 想要限时，或更短的用时
ended-other-terms = { $name } 想换个条件
ended-cancelled = 挑战已取消
ended-expired = { $name } 没有回应
ended-busy = { $name } 已经在下棋了
ended-gone = { $name } 已离开
lapsed-cancelled = { $name } 取消了挑战
lapsed-expired = { $name } 的挑战已过期
lapsed-busy = { $name } 开始了另一盘棋
lapsed-closed = { $name } 的挑战已结束
watch-ended-left = 已离开观战
watch-ended-elsewhere = 你另有对局，观战结束
watch-ended-closed = 双方都已离开棋桌，观战结束
watch-ended-rematch = 双方已开始再来一局
library-set-aside = 棋谱库已损坏，现已重建；原文件保留在 { $path }
library-games-set-aside = 棋谱库里有 { $games } 盘棋无法读取，已另外保留
library-too-new = 棋谱库由更新版本的楚河写成，无法使用
library-full = 棋谱库已满，这盘棋没有收入。请在棋谱库中删除棋谱。
library-deleted = 已删除 { $games } 盘棋
library-undeleted = 已恢复 { $games } 盘棋
library-too-large = 这盘棋太长，棋谱库存不下
library-saved = 已存入棋谱库
library-saved-as-new = 棋谱库里的这盘棋已有改动或已被删除，现另存为一盘新棋
library-saved-without = 已存入棋谱库，此格式不含：{ $parts }
library-saved-as-new-without = 棋谱库里的这盘棋已有改动或已被删除，现另存为一盘新棋，此格式不含：{ $parts }
library-no-such-game = 棋谱库里已没有这盘棋
library-nothing-to-export = 没有可以导出的棋局
library-other = 棋谱库无法使用：{ $why }
kept-set-aside = 上次没下完的棋无法读取，文件已移到 { $path }
kept-unavailable = 上次没下完的棋现在打不开，文件仍然保留，可以稍后重新启动程序再试：{ $why }
kept-elsewhere = 上次没下完的棋在另一个窗口中
kept-in-use = 另一个窗口的对局正在保存，关闭程序后这盘棋不会保留
kept-failed = 关闭程序后这盘棋不会保留：{ $why }
kept-full = 关闭网页后这盘棋不会保留：浏览器的空间已满
interrupted-seconds = 服务器中断了 { $seconds } 秒，双方各补 { $credit } 秒
interrupted-minutes = 服务器中断了 { $minutes } 分钟，双方各补 { $credit } 秒
turn-passed-own = 你步时用完，轮空一次（{ $passes }/{ $of }）
turn-passed = { $side }方步时用完，轮空一次（{ $passes }/{ $of }）
offer-declined-takeback = 对方不同意悔棋
offer-declined-draw = 对方不同意和棋
offer-declined-rematch = 对方不同意再来一局
move-declined-takeback = 你走了棋，等于不同意对方悔棋
move-declined-draw = 你走了棋，等于不同意和棋
move-declined-rematch = 你走了棋，等于不同意再来一局
offer-withdrawn-takeback = 对方撤回了悔棋的请求
offer-withdrawn-draw = 对方撤回了和棋的请求
offer-withdrawn-rematch = 对方撤回了再来一局的请求
exported = 已导出 { $games } 盘棋到 { $path }
exported-nothing = 没有导出：PGN 不支持军旗（{ $left-out } 盘）
exported-partly = 已导出 { $games } 盘棋到 { $path }，不含 { $left-out } 盘军旗
exported-reduced = { $said }，其中 { $games } 盘有 PGN 不支持的内容

## Help: names of pages and sections

help-page-xiangqi = 象棋
help-page-luzhanqi = 军旗
help-heading-board = 棋盘
help-heading-pieces = 棋子
help-heading-setting-up = 布阵
help-heading-moving = 走子
help-heading-battle = 吃子
help-heading-known = 明子与暗子
help-heading-ends = 胜负与和棋
help-heading-conduct = 对局规则

## Help: xiangqi

help-xiangqi-board-title = 九宫与河界
help-xiangqi-board-caption = 开局
help-xiangqi-board =
    棋盘有九条竖线、十条横线，棋子摆在交叉点上。中间是河界，两端画斜线的地方是九宫。
    红方先走，双方轮流，每次走一步。走到对方棋子所在的点，就把它吃掉。
    点一下自己的棋子，再点要去的地方，或者直接拖过去。走不了的棋会说明原因。
help-xiangqi-board-fingers =
    棋盘有九条竖线、十条横线，棋子摆在交叉点上。中间是河界，两端画斜线的地方是九宫。
    红方先走，双方轮流，每次走一步。走到对方棋子所在的点，就把它吃掉。
    点一下自己的棋子，再点要去的地方，或者直接拖过去。走不了的棋会说明原因。
help-xiangqi-board-typed =
    棋盘有九条竖线、十条横线，棋子摆在交叉点上。中间是河界，两端画斜线的地方是九宫。
    红方先走，双方轮流，每次走一步。走到对方棋子所在的点，就把它吃掉。
    输入着法，例如“炮二平五”或 h2e2。走不了的棋会说明原因。
help-xiangqi-king-title = 帅（将）
help-xiangqi-king-caption-1 = 九宫之内
help-xiangqi-king-caption-2 = 不能照面
help-xiangqi-king =
    只能在九宫里，沿着线每次走一格。
    双方的将帅不能在同一条竖线上照面：中间没有别的棋子时，哪一方都不能走成这样。
help-xiangqi-advisor-title = 仕（士）
help-xiangqi-advisor-caption = 九宫的斜线
help-xiangqi-advisor = 只能在九宫里，沿着斜线每次走一格。
help-xiangqi-elephant-title = 相（象）
help-xiangqi-elephant-caption-1 = 塞象眼
help-xiangqi-elephant-caption-2 = 不过河
help-xiangqi-elephant = 走“田”字，就是斜着走两格。田字中心有棋子（塞象眼）就过不去。相和象都不能过河。
help-xiangqi-horse-title = 马
help-xiangqi-horse-caption = 蹩马腿
help-xiangqi-horse = 走“日”字：先直走一格，再斜走一格。紧挨着马的那一格有棋子（蹩马腿），这个方向的两个点都去不了。
help-xiangqi-rook-title = 车
help-xiangqi-rook-caption = 横竖不限远近
help-xiangqi-rook = 沿直线走，横竖不限远近，但不能越过棋子。路上遇到对方的棋子，可以吃掉它。
help-xiangqi-cannon-title = 炮
help-xiangqi-cannon-caption = 隔一个子吃子
help-xiangqi-cannon = 走的时候和车一样。吃子时，炮和目标之间必须正好隔着一个棋子（炮架），不论是谁的。
help-xiangqi-pawn-title = 兵（卒）
help-xiangqi-pawn-caption-1 = 过河前
help-xiangqi-pawn-caption-2 = 过河后
help-xiangqi-pawn = 过河以前只能向前，每次一格。过河以后还可以向左、向右，但永远不能后退。
help-xiangqi-check-title = 将军
help-xiangqi-check-caption = 黑将被将军，有三处可躲
help-xiangqi-check =
    下一步就能吃掉对方的将帅，叫将军。被将军的一方必须应将：躲开、挡住，或者吃掉将军的棋子。
    不能走会让自己的将帅被吃的着法。
help-xiangqi-mate-title = 绝杀与困毙
help-xiangqi-mate-caption-1 = 绝杀
help-xiangqi-mate-caption-2 = 困毙
help-xiangqi-mate =
    被将军而无法应将，就是绝杀，判负。
    没有被将军，但无子可动，就是困毙，也判负。
help-xiangqi-repetition-title = 长将、长捉与不变作和
help-xiangqi-repetition-caption-1 = 车和将来回走：长将
help-xiangqi-repetition-caption-2 = 车和炮来回走：长捉
help-xiangqi-repetition =
    同一局面第三次出现时，程序按棋规裁决第一次出现以来的着法。局面第二次出现时会提醒双方：再重复一次谁判负，因为哪几步棋。提醒以后变着就没有事。
    亚洲规则：步步将军（长将）判负，步步捉同一个无根子（长捉）也判负；一方长将、一方长捉，长将的判负。将（帅）、兵（卒）捉子，捉没有过河的兵（卒），兑子，都不算捉；马、炮捉有根车算捉。其余重复判和。
    中国规则：长将、长捉以外，将军、要杀、捉子交替着走，步步都不闲（长打），也判负。双方同样犯规判和。
    简易规则：只有长将判负，其余重复判和。
    发起挑战时可以选择规则，通常是亚洲规则。
help-xiangqi-draws-title = 和棋
help-xiangqi-draws =
    双方同意就和棋。一方超时，而另一方已经没有车、马、炮、兵（卒），判和。满 { $plies } 步也判和。
    六十回合没有吃子也判和（每方的将军最多计十次）；双方都没有车、马、炮、兵（卒）了，也判和。

## Help: setting up in luzhanqi

help-setup-arm-title = 己方阵地
help-setup-arm-caption = 上面是前排；粗线是铁路，细线是公路
help-setup-arm =
    一方的阵地是六行五列：二十三个兵站、五个行营、两个大本营。第一行（前排）、第五行和两边的两列是铁路，其余是公路。
    自己的阵地总在下方。
help-setup-boards-title = 两种棋盘
help-setup-boards-caption-1 = 二人棋盘
help-setup-boards-caption-2 = 四国棋盘
help-setup-boards =
    二人棋盘：两块阵地面对面，前排的第一、三、五列由铁路相连，第二、四列是山，过不去。
    四国棋盘：四块阵地围着九宫，两人坐南北。东西两块开局时是空的，可以走进去。
    发起挑战时选定棋盘。
help-setup-set-title = 二十五子
help-setup-set = 每方二十五子。司令最大，依次到工兵最小；炸弹、地雷、军旗另有规则。
help-setup-placing-title = 摆在哪里
help-setup-placing-caption-1 = 军旗
help-setup-placing-caption-2 = 地雷
help-setup-placing-caption-3 = 炸弹
help-setup-placing =
    开局前双方同时布阵，棋子摆满二十五个不是行营的位置。
    军旗必须放在大本营；地雷只能放在最后两行；炸弹不能放在前排。
help-setup-layout-title = 对调与确认
help-setup-swapping = 点一个子，再点另一个子，两子对调；不合规则的对调会说明原因。可以随机布阵，也可以把阵形保存成文件，以后载入。
help-setup-swapping-fingers = 点一个子，再点另一个子，两子对调；不合规则的对调会说明原因。可以随机布阵，也可以把阵形保存成文件，以后载入。
help-setup-swapping-typed = 输入两个位置，例如“交换 a1 b2”，两子对调；不合规则的对调会说明原因。可以随机布阵。
help-setup-layout =
    双方都确认后开始，红方先走；对方确认之前，可以撤回自己的确认。布阵限时 { $minutes } 分钟，到时按当前阵形开始。

## Help: playing luzhanqi

help-play-road-title = 公路
help-play-road-caption = 行营通八个方向
help-play-road = 沿公路每次走一步，到相邻的站。行营和周围八个站都相通，可以斜走。
help-play-rail-title = 铁路
help-play-rail-caption = 直行，不拐弯，不越子
help-play-rail = 在铁路上可以直行任意远，途中不能有棋子。前方遇到对方的子，可以攻击它。
help-play-engineer-title = 工兵
help-play-engineer-caption = 绕过自己的子
help-play-engineer = 只有工兵能在铁路上拐弯：凡是铁路连得到、路上没有棋子的地方，一步就到。
help-play-curve-title = 弧形铁路
help-play-curve-caption = 沿弧线进入西边的阵地
help-play-curve = 四国棋盘上，相邻两块阵地之间有弧形铁路。沿边上铁路走的任何棋子，都可以顺着弧线继续走。
help-play-centre-title = 九宫
help-play-centre-caption = 直行穿过九宫
help-play-centre = 四国棋盘中央的九个站全是铁路，各块阵地的第一、三、五列穿过这里通到对面。除了工兵，在这里也不能拐弯。
help-play-still-title = 不能走的子
help-play-still = 地雷和军旗不能走。任何子进了大本营（自己的或对方的）就不能再走。
help-play-battles-title = 谁吃谁
help-play-battles =
    走到对方棋子所在的站，就比大小，从大到小：司令、军长、师长、旅长、团长、营长、连长、排长、工兵。大的吃小的，一样大就同归于尽。炸弹碰到什么都同归于尽。
    工兵能排掉地雷；别的子触雷就阵亡，地雷还在（开局前也可以约定同归于尽）。任何子都能扛走军旗。
    下表左边是走过去的子，上面是被攻击的子。
help-play-camp-title = 行营里安全
help-play-camp-caption = 前排的子可以攻击，行营里的不行
help-play-camp = 有子的行营不能进，所以行营里的子不会被攻击。空的行营双方都能进。
help-play-hidden-title = 看不见对方
help-play-hidden-caption = 红方看到的黑方阵地
help-play-hidden =
    自己的子全看得见，对方的子只看得见背面。碰子之后，双方只知道哪个子阵亡（或者同归于尽），不知道对方是什么子。
    观战者在终局以前看不到任何一方的子，终局时全部亮明；双方还没有都走过一步就结束的，不亮子。
help-play-flag-shown-title = 司令阵亡
help-play-flag-shown-caption = 黑方司令阵亡，军旗亮明
help-play-flag-shown = 一方的司令阵亡，对方就能看到它的军旗在哪里。
help-play-wins-title = 怎样算赢
help-play-wins = 扛走对方的军旗就赢了，用炸弹炸掉也算。轮到走棋的一方没有能动的子，判负。局时用完、认输、离开不回，也判负。
help-play-draws-title = 和棋
help-play-draws = 双方同意就和棋。连续 { $moves } 步没有碰子，判和；还差 { $warning } 步时会提醒。

## Help: during the game

help-conduct-clocks-title = 用时
help-conduct-clocks =
    用时在挑战时约定，可以同时有几项。局时是整盘棋的时间，步时是每一步的时间，加秒是每走一步加回的时间；有读秒时，局时用完以后每一步有这么多秒。
    以服务器的钟为准，超时判负。双方的第一步不计时，但要在规定时间内走出（一般 { $seconds } 秒，不计时的棋 { $minutes } 分钟），否则对局取消，不计胜负。
    服务器测得的网络延迟不计入用时，每步最多 { $credit } 秒，连续最多 { $quota } 秒，显示在钟的下方。
    对方走棋时可以先选好自己的下一步，一旦可走就立即走出，计 { $premove } 秒。
help-conduct-passed-turn-title = 步时用尽
help-conduct-passed-turn = 在军旗里，步时用完就轮空，由对方走；轮空 { $passes } 次判负。局时用完立即判负。
help-conduct-takeback-title = 悔棋
help-conduct-takeback =
    走过棋以后可以请求悔棋，对方同意才行。对方还没走，退回一步；对方已经走了，退回两步。钟也回到当时。
    被拒绝以后，要等 { $seconds } 秒才能再提，拒绝得越多等得越久。
help-conduct-no-takeback-title = 悔棋
help-conduct-no-takeback = 每一步都会让双方得到新的信息，所以军旗不能悔棋。
help-conduct-draw-offer-title = 求和
help-conduct-draw-offer = 双方都走过以后可以求和，每方 { $plies } 步之内最多一次。对方可以同意或拒绝，走棋就算拒绝；自己也可以撤回。
help-conduct-resigning-title = 认输与取消对局
help-conduct-resigning = 认输立即结束对局，程序会再问一次。双方还没有都走过一步时，按钮是“取消对局”，也会再问一次，不计胜负。
help-conduct-late-resigning = 双方合计走满 { $plies } 步以后可以认输；与内置电脑对局，双方都走过一步即可认输。双方还没有都走过一步时，按钮是“取消对局”，不计胜负。两者都会再问一次。
help-conduct-absence-title = 对方离开
help-conduct-absence =
    掉线的一方座位保留，棋钟继续走。{ $seconds } 秒后（关掉程序的，{ $quit } 秒后），留下的一方可以申请判胜、判和，或者继续等。程序不会自动判；对方回来就接着下。
    一盘棋里掉线的时间累计，合计满 { $total } 秒以后，再掉线就可以马上判。服务器重启的时间不算。
    双方还没有都走过一步时，不能判胜或判和：时间一到，对局就取消，不计胜负。

## Records: opening

records-review = 复盘
records-review-games = 打谱
records-review-explained = 复盘、注解自己的对局，或打开其他象棋软件的棋谱
records-continue-review = 继续复盘：{ $name }
records-open = 打开
records-open-title = 打开棋谱
records-open-hint = 文件路径
records-choose-file = 选择文件
records-choose-place = 选择位置
records-no-chooser = 系统没有文件选择窗口，请输入路径。
records-paste = 粘贴
records-paste-here = 浏览器不让程序读取剪贴板。请粘贴到这里：
records-paste-hint = 棋谱、局面或着法
records-drop-hint = 也可以把文件拖进窗口，或按 Ctrl+V 粘贴棋谱、局面（FEN）或着法。多个文件会收入棋谱库。
records-drop-hint-fingers = 也可以粘贴棋谱、局面（FEN）或着法。
records-games-of-file = 文件中的棋局
records-search-games = 棋手、赛事、日期或结果
records-games-found = { $found } / { $total } 局
records-notes-on-reading = 读取说明 { $count } 条
records-notes-title = 读取说明
records-more-notes = 另有 { $count } 条
records-read-as = 按 { $encoding } 读取
records-read-as-guess = 按 { $encoding } 读取（估计）
records-encoding-hint = 如果人名不对，请换一种编码：

## Records: the place in the record

records-play = 自动播放（空格）
records-play-fingers = 自动播放
records-replay = 重放对局
records-stop-replay = 停止重放
records-more-tools = 更多选项
records-more-tools-explained = 分析、注解、变化和文件
records-fewer-tools = 更少选项
records-pause = 暂停（空格）
records-pause-fingers = 暂停
records-previous-variation = 上一变着（↑）
records-next-variation = 下一变着（↓）
records-no-moves = 还没有着法，在棋盘上走子即可添加。

## Records: editing

records-comment-hint = 这步棋的注解…
records-comment-on-game = 整局注解…
records-comment-before-hint = 这步棋之前的注解…
records-notes = 注解
records-comment-after = 着后注解
records-comment-before = 着前注解
records-edit-tags = 对局信息
records-edit-tags-hint = 修改棋手、赛事和结果
records-tags-title = 对局信息
records-result-open = 未定
records-promote = 上移
records-promote-hint = 这条变着上移一位
records-demote = 下移
records-demote-hint = 这条变着下移一位
records-make-main = 主变
records-make-main-hint = 把这条变着设为主变
records-delete = 删除
records-delete-hint = 删除这步棋及后续着法（Del）
records-undo = 撤销
records-redo = 重做
records-nothing-to-undo = 棋谱还没有改动。
records-nothing-to-redo = 没有撤销过改动。
records-without-moves = 棋谱里没有着法。
records-no-move-here = 这里是开局，请先走到一步棋。
records-none-above = 上面没有别的变着。
records-none-below = 下面没有别的变着。
records-is-main-line = 这已经是主变。
records-no-marks = 这个局面上没有圈和箭头。
records-clear-marks = 清除标记
records-marks-hint = 按住右键画圈和箭头，Shift、Alt 换颜色。
records-marks-hint-fingers = 手指按住一点画圈，按住后移动画箭头。
records-assess = 评价这步棋

## Records: saving

records-save = 保存
records-save-to-library = 存入棋谱库
records-save-title = 保存或复制棋谱
records-save-hint = 文件名或路径
records-file-exists = 文件已存在，要覆盖吗？
records-replace = 覆盖
records-copy-fen = 复制 FEN
records-copy-moves = 复制着法
records-save-picture = 保存图片
records-unsaved = 未保存
records-discard-question = 放弃修改？
records-discard-explained = 棋谱的修改还没有保存。
records-discard-yes = 放弃修改
records-untitled = 新棋谱

## Records: setting up

records-set-up = 摆局
records-set-up-hint = 选棋子后点棋盘放下，也可以拖动棋子；右键取走棋子。
records-set-up-hint-fingers = 选棋子后点棋盘放下，也可以拖动棋子；按住棋子即可取走。
records-eraser = 橡皮
records-start-position = 初始局面
records-clear-board = 清空
records-legal-position = 局面合法
records-review-position = 从此局面开始
records-use-position = 用这个局面

## Records: the move list

records-notation = 着法记谱
records-notation-of-language = 默认
records-notation-simplified = 简体
records-notation-traditional = 繁體
records-notation-vietnamese = P2-5
records-tag-red = 红方
records-tag-black = 黑方
records-tag-red-team = 红方团体
records-tag-black-team = 黑方团体
records-tag-event = 赛事
records-tag-site = 地点
records-tag-date = 日期
records-tag-round = 轮次
records-tag-opening = 开局
records-tag-annotator = 评注
records-red-won = 红胜
records-black-won = 黑胜
records-drawn = 和棋
records-aborted = 取消
records-format = 格式
records-formats = 扩展名决定格式：{ $endings }
records-pgn-would-lack = PGN 不能保存{ $parts }，因此改用另一种格式
refused-games = { $count ->
        [1] 有 1 盘棋无法读取，{ $at }：{ $why }
       *[other] 有 { $count } 盘棋无法读取，第一处在{ $at }：{ $why }
    }
unlisted-games = 棋局太多，其余 { $count } 盘没有列出
at-line = 第 { $line } 行
at-offset = 第 { $offset } 字节
note-move = 第 { $number } 回合{ $side }方
note-move-in-variation = 变着第 { $number } 回合{ $side }方
note-illegal-move = 棋谱到此为止：{ $which }“{ $text }”不合规则（{ $at }）：{ $why }
note-unanswered-check = 没有应将
note-unreadable-move = 棋谱到此为止：{ $which }“{ $text }”无法识别（{ $at }）：{ $why }
note-pass = { $which }“{ $text }”是停一着，棋谱无法记录，此后的着法保留为注解（{ $at }）
note-other-battle = 棋谱到此为止：{ $which }“{ $text }”的碰子结果与规则不符（{ $at }）
note-detached = 有变着或注解找不到对应的着法，已略去（{ $at }）
note-invalid-characters = 有些文字不是有效的 { $encoding } 编码
note-aside = “{ $text }”不是对局内容，已略去（{ $at }）
note-unquoted = 标签 { $name } 没有通常的引号，已照常读取（{ $at }）
note-damaged-field = { $name } 一项已损坏，已略去，对局其余部分已保留（{ $at }）
note-unclosed-field = { $name } 一项的结尾不对，内容已保留（{ $at }）
note-unclosed-comment = 有一处注解没有结束，该局其余部分都当作注解（{ $at }）
note-unclosed-variation = 有一处变着没有结束，该局其余部分都当作变着（{ $at }）
note-completed-position = 开始局面不完整，已按通常情况补全（{ $at }）
note-ranks-from-one = 着法的横线从 1 开始计数（{ $at }）
notation-malformed = 这不是着法
notation-no-such-piece = 没有这个棋子
notation-ambiguous = 有几种走法都符合
omitted-moves = 着法
omitted-variations = 变着
omitted-comments = 注解
omitted-comment-space = 注解中的空白
omitted-comment-places = 注解的位置
omitted-glyphs = 评价
omitted-marks = 圈和箭头
omitted-times = 用时
omitted-result = 结果
omitted-result-reason = 胜负原因
omitted-tag = “{ $name }”
omitted-characters = 部分文字
omitted-counters = 起始局面的步数
omitted-long-text = 过长文字的末尾
limit-nodes = 一份棋谱连同变着最多一百万步
limit-plies = 一条变着最多一万步
limit-comment = 注解太长
limit-text = 棋谱的注解太长
limit-tags = 棋谱的信息条目太多
limit-marks = 这个局面的标记太多
limit-glyphs = 这步棋的评价太多
fault-too-large = 文件太大
fault-unknown-format = 无法识别：不是已知格式的棋谱、局面或着法
fault-western-chess = 这是国际象棋的棋谱，不是中国象棋的棋谱
fault-no-game = 里面没有棋局
fault-too-many-games = 文件里的棋局太多
fault-too-many-notes = 文件里的错误太多
fault-invalid-tag = 标签应是方括号里的名称和带引号的值
fault-variation-without-move = 变着出现在第一步之前
fault-nested-too-deep = 变着嵌套太深
fault-formation = 阵形不合规则：{ $why }
fault-two-pieces = { $square } 上有两个棋子
fault-truncated = 文件不完整
fault-version = 不支持此格式的第 { $version } 版
fault-checksum = 校验和不对，文件已损坏
fault-malformed = 不符合这种格式
unreadable-at = 无法读取，{ $at }：{ $why }
record-saved = 棋谱已保存到 { $path }
record-file-saved = 已保存到 { $path }
record-saved-without = 棋谱已保存到 { $path }，此格式不含：{ $parts }
record-picture-saved = 图片已保存到 { $path }
record-other-game = 这种格式不能保存这种棋，请换一个扩展名
record-not-a-collection = 这种格式只能保存一盘棋
record-read-only = 这种格式只能读取，请换一个扩展名
record-no-name = 请填写文件名
record-no-format = 无法从扩展名识别格式
record-nothing-to-paste = 剪贴板里没有文字
record-during-game = 请先下完这盘棋
record-hidden = 这盘棋的布阵没有公开，无法复盘

## The analysis of a record

analysis-title = 分析
analysis-analyse = 分析
analysis-analyse-hint = 显示当前局面的最佳着法
analysis-whole-game = 整局分析
analysis-whole-game-hint = 评估每一步，标出失误
analysis-practise = 纠错
analysis-practise-hint = 从错误中学习：为自己找出更好的着法；别人的对局中为下方的一方
analysis-find-mistakes = 找出我的失误
analysis-engine = 引擎
analysis-engine-hint = 线程、内存和显示几路变化
analysis-options = 选项
analysis-settings-hint = 内存和显示几路变化
analysis-annotate = 写入注解
analysis-annotate-hint = 把所有失误的正着和评价写进棋谱
analysis-thinking = 思考中…
analysis-depth = 深度 { $depth }
analysis-depth-and-speed = 深度 { $depth } · { $speed } kN/s

## Analysis: options

analysis-options-title = 分析引擎
analysis-options-explained = 线程和内存越多，算得越深。请给别的程序留一个核心。
analysis-settings-explained = 内存越多，算得越深。
analysis-threads = 线程
analysis-memory = 内存
analysis-lines = 变化数

## Analysis: learning from mistakes

analysis-checking = 正在检查这步棋…
analysis-wrong = 还有更好的着法。
analysis-right = 好棋！
analysis-try-again = 再试一次
analysis-solve = 看答案
analysis-no-mistakes-known = 还不知道这一方有什么失误，请先分析整局。
analysis-nothing-to-add = 还不知道有什么失误，请先分析整局。
analysis-nothing-to-retry = 走错以后才可以再试。
analysis-is-solved = 更好的着法已经显示了。
analysis-no-mistakes = 没有找到这一方的失误。
analysis-only-inaccuracies = 这一方只有缓着，没有失误。
analysis-none-found = 这局棋没有找到失误。
analysis-no-more-mistakes = 没有下一个失误了。
analysis-practised = { $all } 个失误都看过了，第一次就找对的有 { $found } 个。
analysis-next-mistake = 下一个
analysis-end-practice = 结束
analysis-inaccuracy = 缓着，应走 { $line }
analysis-mistake = 失误，应走 { $line }
analysis-blunder = 败着，应走 { $line }
analysis-mate-red = { $moves ->
        [0] 红胜
       *[other] 红 { $moves } 步杀
    }
analysis-mate-black = { $moves ->
        [0] 黑胜
       *[other] 黑 { $moves } 步杀
    }
analysis-ruling-red = 红判胜
analysis-ruling-black = 黑判胜
analysis-progress = { $done }/{ $all }
analysis-question = { $place }/{ $all }：{ $played }是失误，请找出更好的着法。
analysis-solution = 应走 { $line }
analysis-mib = { $mib } MB
analysis-gib = { $gib } GB

## The coach

coach-ask = 要看什么提示？
coach-threat = 威胁
coach-best-move = 最佳着法
coach-why = 为什么？
coach-last-move = 我的上一步
coach-no-last-move = 你还没有走棋
coach-cost = 你上一步损失不小。
coach-fine = 你上一步走得好。
coach-unknown = 引擎没有找到原因。
coach-check = 你正被将军。
coach-no-threat = 对方现在没有将死或得子的威胁。
coach-threat-mate = 对方要走 { $shown }，{ $moves } 步杀。
coach-threat-wins = 对方要走 { $shown }，得{ $piece }。
coach-allows-mate = 对方可以走 { $shown }，{ $moves } 步杀。
coach-misses-mate = 错过了 { $shown }，{ $moves } 步杀。
coach-hangs = { $piece }无根，被吃：{ $shown }。
coach-exchange = 兑子吃亏，丢{ $piece }：{ $shown }。
coach-loses = 丢{ $piece }：{ $shown }。
coach-misses-piece = 错过了 { $shown }，可得{ $piece }。
coach-loses-later = { $moves } 步内丢{ $piece }：{ $shown }。
coach-takes-protection = { $piece }失根被吃：{ $shown }。
coach-opens-line = 让开了线路，{ $piece }被吃：{ $shown }。
coach-lost-by-check = 对方可以走 { $shown } 抽将，得{ $piece }。
coach-lost-by-fork = 对方可以走 { $shown } 捉双，得{ $piece }。
coach-lost-by-pin = 对方可以走 { $shown } 牵制，得{ $piece }。
coach-lost-by-trap = 对方可以走 { $shown }，捉死{ $piece }。
coach-exposes-general = 将帅受攻：对方走 { $shown } 后连续将军。
coach-loses-tempo = 失先：对方可以走 { $shown } 捉{ $piece }。
coach-blocks = 挡住了自己的{ $piece }，不如走 { $shown }。
coach-misses-check = 错过了有力的将军：{ $shown }。
coach-misses-attack = 错过了 { $shown }，可捉{ $piece }。
coach-misses-exchange = 错过了 { $shown }，可吃{ $piece }。
coach-misses-activity = 不如走 { $shown }，出动{ $piece }。
coach-better = 有更好的走法：{ $shown }。

## Local: the entries of the first screen

local-short-computer = 人机
local-short-two = 双人
local-short-join = 进入
local-short-host = 开服
local-short-review = 打谱
local-puzzles = 象棋习题
local-puzzles-hint = 每日一题，找出杀着
local-short-puzzles = 习题
local-play-computer = 人机对战
local-play-computer-hint = 十级，可悔棋、提示
local-two-here = 双人同屏
local-two-here-hint = 两人在这里轮流走棋
local-join-hint = 联网对弈
# $count (number)
local-servers-found = 附近有 { $count } 个服务器
local-host-title = 在本机开服务器
local-host-hint = 让朋友连到这台电脑
local-review-hint = 棋谱、文件和自己的对局
local-review-long = 打开文件或剪贴板里的棋谱，逐步打谱，添加变着和注解，再保存下来。下完的每一局都会收进棋谱库。

## Local: the choices

local-level = 级别
local-side = 执子
local-pieces = 棋子
local-handicap = 让子
local-board = 棋盘
local-board-still = 不转
local-board-turns = 每步翻转
local-begin = 开始
local-begin-again = 新开一局
local-continue-game = 继续对局
local-meanwhile-hint = 你仍在大厅中：有人挑战时棋盘下方会提示，接受挑战后这盘棋会保留。
local-replaces-game = 新开一局后，上次没下完的棋就不再保留。
local-replace-left = 放弃没下完的那盘棋？
local-hidden-note = 换人时棋盘会遮住，谁也看不到对方的棋子。

## Local: names of players

local-player = 玩家
local-engine-player = 引擎
local-first-player = 玩家1
local-second-player = 玩家2

## Local: at the table

local-menu = 主菜单
local-computer-thinks = 思考中…
local-hint = 提示
local-hint-sought = 提示…
local-draw = 求和
local-draw-question = 要向电脑求和吗？如果电脑同意，对局结束。
local-hand-over = 请换人
local-no-server = 人机对战
local-both-here = 双人同屏
local-quit-loses-game = 这盘棋还没有下完，也没有保存，关闭窗口后就不能接着下了。
local-computer = 电脑 { $level }
local-level-1 = 新手
local-level-2 = 入门
local-level-3 = 初级
local-level-4 = 进阶
local-level-5 = 中级
local-level-6 = 棋手
local-level-7 = 高级
local-level-8 = 高手
local-level-9 = 大师
local-level-10 = 特级大师
local-level-of = { $level } 级
local-suggested-level = 建议 { $level } 级（{ $at } 级 { $games } 盘胜 { $won }）
local-side-red = 红方先行
local-side-black = 黑方后行
local-side-random = 随机
local-handicap-none = 不让
local-handicap-two-moves = 让两先
local-handicap-three-moves = 让三先
local-handicap-horse = 让一马
local-handicap-two-horses = 让双马
local-handicap-rook = 让一车
local-hand-over-to = 请换 { $name } 来走
local-offer-to = { $offer }。{ $side }方同意吗？
local-cover-player = { $name }（{ $side }）
local-cover-explained = 棋盘已遮住。揭开以后，只能让 { $name } 看。
local-sit-down = 我是 { $name }，揭开棋盘

## The board of luzhanqi

table-tile-names = 棋子名称
table-own-half = 放大己方
table-whole-board = 全盘
table-zoom-hint = 放大己方半盘，或显示全盘（Z）
table-material-values = 子力对比：车 9，炮 4½，马 4，象 2，士 2，兵 1
table-side-is-ahead = { $side }方领先 { $lead }
table-sides-are-level = 子力均等
table-material = 子力
table-material-explained = 哪方损失的棋子少，少几枚

## The table while there is no connection

table-state-unknown = 状态未知
table-cut-off-own-clock = 已断线 { $since }，你的棋钟可能还在走
table-cut-off-opponents-clock = 已断线 { $since }，对方的棋钟可能还在走
table-cut-off-no-clock = 已断线 { $since }

## The title of the window, and calls for attention

table-title-turn = 轮到你
table-title-over = 对局结束
table-call-begins = 对局开始
table-call-user = 窗口在后台时
table-call-urgent = 窗口闪烁提醒
table-call-notification = 桌面通知
table-call-permission = 浏览器会先询问此页面能否发送通知。
table-call-refused = 浏览器没有开启此页面的通知，请在浏览器设置中开启
table-against = 对 { $opponent }
table-title-watching = 观战 { $red } – { $black }

## Sounds

table-sounds = 音效
table-mute = 静音
table-unmute = 取消静音

## External engines

engines-title = 引擎管理
engines-explained = 支持 UCI 和 UCCI 协议的象棋引擎，可用来对弈和分析。
engines-path = 程序
engines-path-missing = 请填写程序的路径
engines-path-hint = /引擎/所在/路径
engines-options = 参数
engines-options-hint = Hash=256; Threads=2
engines-add = 添加
engines-save = 保存
engines-checking = 正在启动引擎…
engines-new = 新引擎
engines-edit = 修改
engines-remove = 删除
engines-full = 引擎已满，请先删除一个。
engines-declared = 引擎的其他参数及默认值，点一下即可设置：
engines-rejected = 未采用
engines-found-from-zero = { $name } · { $protocol } · 横线从 0 数起
engines-found-from-one = { $name } · { $protocol } · 横线从 1 数起

## Engines: choosing one

engines-engine = 引擎
engines-own = 楚河
engines-manage = 其他…
engines-move-time = 每步用时
engines-seconds = { $seconds } 秒
engines-per-move = 每步 { $seconds } 秒

## Engines: failures

engines-retry = 再试一次
engines-use-own = 改用楚河
engines-not-found = 找不到程序 { $name }
engines-not-executable = { $name } 不是可执行文件
engines-not-a-program = { $name } 不能在这台电脑上运行
engines-cannot-start = { $name } 启动失败：{ $reason }
engines-not-an-engine = { $name } 不是 UCI 或 UCCI 引擎
engines-other-game = { $name } 不是象棋引擎
engines-ended = { $name } 意外退出
engines-hung = { $name } 已有 { $seconds } 秒没有响应
engines-nonsense = { $name } 的回答“{ $text }”不是着法
engines-illegal-move = { $name } 走了违规着法 { $text }
engines-removed = 这盘棋所用的引擎已被删除
engines-own-fault = 程序出错，电脑走不出这步棋
engines-no-thread = 系统无法再启动线程，电脑不能思考

## Settings

settings-page-general = 通用
settings-page-board = 棋盘与棋子
settings-page-display = 显示
settings-page-sounds = 声音与提醒
settings-page-server = 棋手
look-scale = 界面大小
look-scale-automatic = 自动
look-scale-now = 当前 { $percent }%。按 Ctrl + 或 Ctrl − 调整，Ctrl 0 恢复自动。
look-scale-keys = 按 Ctrl + 或 Ctrl − 调整，Ctrl 0 恢复自动。
look-scale-now-fingers = 当前 { $percent }%。
look-scale-limited = 这个窗口最多只能显示到 { $percent }%。
look-scale-board = 有棋盘的画面最多 { $percent }%。
look-board = 棋盘
look-board-wood = 木纹
look-board-baize = 绿绒
look-board-paper = 宣纸
look-board-note = 军旗棋盘也用这种材质。
look-pieces = 象棋棋子
look-pieces-traditional = 繁体字
look-pieces-simplified = 简体字
look-pieces-western = 西式图案
look-palette = 配色
look-palette-usual = 标准
look-palette-color-blind = 色盲友好
look-palette-high-contrast = 高对比度
look-palette-usual-note = 绿色与金色。
look-palette-color-blind-note = 蓝色与橙色，双方棋子的圈也不同。
look-palette-high-contrast-note = 文字和标记更醒目，双方棋子的圈也不同。
look-motion = 动画
look-motion-system = 跟随系统
look-motion-full = 开
look-motion-reduced = 关
look-window = 窗口
look-switch-move-times = 每步用时
look-switch-full-screen = 全屏（F11）
look-switch-full-screen-fingers = 全屏

## The pinyin composer

pinyin-on = 拼
pinyin-off = 英
pinyin-explained = 拼音输入：键入 nihao 得到“你好”，Ctrl+空格切换
pinyin-explained-fingers = 拼音输入：键入 nihao 得到“你好”

## Keys

keys-title = 快捷键
keys-hold = 在输入框中按键即为文字。Shift+Tab 返回上一项。
keys-board = 棋盘：方向键移动光标，回车拿起和放下棋子
keys-everywhere = 通用
keys-on-board = 棋盘上
keys-at-table = 对局中
keys-in-review = 复盘中
keys-in-chat = 聊天中
keys-in-tournament = 比赛中
keys-in-results = 组织者的台次列表
keys-list = 显示本列表
keys-rules = 规则说明
keys-next = 下一个按钮或输入框
keys-larger = 放大界面
keys-smaller = 缩小界面
keys-automatic-scale = 自动大小
keys-full-screen = 全屏开关
keys-cursor = 移动光标
keys-pick = 拿起或放下棋子
keys-let-go = 放回棋子，离开棋盘
keys-step = 上一步、下一步
keys-ends = 回到开局、到最后
keys-enter-board = 用键盘走棋
keys-zoom = 军旗：只看己方半盘
keys-cancel = 取消
keys-variation = 切换变着
keys-play = 自动播放
keys-delete = 删除变着
keys-undo = 撤销
keys-redo = 重做
keys-save = 保存
keys-open = 打开棋谱
keys-tournament-page = 页面
keys-pair-next = 编排下一轮
keys-mark-board = 选台次
keys-type-result = 红胜、和棋、黑胜、双方弃权
keys-pause = 暂停、继续
keys-move-hint = 输入着法，如 { $example }
keys-no-move = 没有这样的着法
keys-letters = 字母、数字、汉字
keys-type-move = 输入着法
keys-right-button = 鼠标右键
keys-draw = 画圈或箭头
keys-draw-in-record = 在棋谱上画圈或箭头
keys-color-keys = + Shift / Alt / 两者
keys-draw-in-color = 红色、蓝色、黄色
keys-clipboard = 剪切、复制、粘贴
keys-pinyin = 拼音输入开关

## The text mode

console-verb-help = 帮助 命令
console-meaning-help = 列出这些命令
console-verb-menu = 菜单 menu
console-meaning-menu = 菜单：列出这里能做的事；菜单 3：做第 3 项；菜单 3 文字：在第 3 项里输入文字
console-verb-connect = 连接 加入
console-meaning-connect = 连接 地址:端口 名字：加入服务器
console-verb-password = 密码
console-meaning-password = 密码：输入下次连接用的密码，输入时不显示
console-type-password = 请输入密码，输入时不显示。
console-password-alone = 请只输入“密码”。密码在下一行输入，不会显示。
console-no-password = 没有读到密码。
console-verb-hall = 分区
console-meaning-hall = 分区 名字：进入服务器的一个分区
console-hall-line = { $name }：{ $players } / { $capacity } 人
console-verb-computer = 电脑 人机
console-meaning-computer = 电脑 等级 棋种：与电脑对局，等级 1 到 10
console-verb-continue = 继续
console-meaning-continue = 继续未下完的对局
console-verb-players = 棋手 在线
console-meaning-players = 谁在线；加上名字的一部分，只列出这些人，例如：棋手 云
console-verb-more = 更多
console-meaning-more = 人多时，在线名单的下一页
console-verb-challenge = 挑战 邀请
console-meaning-challenge = 挑战 名字 棋种 红黑 用时，例如：挑战 小李 象棋 红 10+5；注册棋手之间还可以加 计分 或 不计分
console-verb-seek = 找对手
console-meaning-seek = 找对手 棋种 红黑 用时，例如：找对手 象棋 10+5，或 找对手 象棋 军旗 10+5 快棋（棋种和用时都有几种可选），注册棋手可加 ±200 或 不限 指定对手等级分，加 通知我 则离开后有人应战会通知；只输入“找对手”则按上次的条件，或停止
console-seeking = 正在找对手：{ $terms }。再输入“找对手”即停止。
console-sought = { $name }想下棋：{ $terms }。输入“接受 { $name }”即可对局。
console-sought-several = { $name }想下棋：{ $terms }。输入“接受 { $name }”即按第一种对局，也可在后面加上另一种的棋种或用时。
console-sought-away = { $name }不在线，想下棋：{ $terms }。输入“接受 { $name }”，对方上线后会知道你想下。
console-sought-idle = { $name }在线，想下棋：{ $terms }。输入“接受 { $name }”即可询问对方。
console-answer-here = { $name }在线，想与你对局：{ $terms }。输入“接受 { $name }”发出挑战，或输入“拒绝 { $name }”。
console-seek-kept = 别人仍可应战：{ $terms }。输入“找对手”继续找，或输入“取消”结束。
console-not-sought = { $name }找的不是这样的对局。
console-seek-times = 找几种用时的对局时，{ $times }以外的用时只能有一种。
console-seek-computer = 还没有人来。可先输入“电脑”与电脑下棋，期间仍会继续找对手。
console-seek-computer-level = 还没有人来。可先输入“电脑 { $game } { $level }”与电脑下棋，这个级别与你的等级分相当，期间仍会继续找对手。
console-verb-challenges = 挑战列表
console-meaning-challenges = 未答复的挑战，以及谁在找对手
console-verb-accept = 接受
console-meaning-accept = 接受挑战；对方想下几种对局时：接受 名字 棋种 用时，例如：接受 小李 象棋 10+5
console-verb-decline = 拒绝 谢绝
console-meaning-decline = 拒绝挑战
console-verb-cancel = 取消
console-meaning-cancel = 取消自己发出的挑战，停止找对手
console-verb-invite = 约棋
console-meaning-invite = 约棋 棋种 红黑 用时：生成发给朋友的链接，例如：约棋 象棋 红 10+5
console-verb-watch = 观战
console-meaning-watch = 观战 名字：观看此人的对局
console-verb-profile = 信息
console-meaning-profile = 信息 名字：此注册棋手的等级分和对局；只输入“信息”则看自己的
console-verb-leaderboard = 排名
console-meaning-leaderboard = 排名 棋种 快慢：等级分排名，例如：排名 象棋 快棋
console-verb-board = 棋盘
console-meaning-board = 逐行读出棋盘
console-verb-pieces = 棋子
console-meaning-pieces = 逐个读出棋子
console-verb-where = 哪里 在哪
console-meaning-where = 哪里 马，哪里 e3，或 哪里 铁路：棋子在哪里，点上是什么，哪些站是铁路
console-verb-moves = 着法
console-meaning-moves = 可走着法；着法 炮：只列以此开头的
console-verb-hint = 提示
console-meaning-hint = 与电脑对局时，看电脑会怎么走
console-verb-threat = 威胁
console-meaning-threat = 与电脑对局时，看对方有什么威胁
console-verb-why = 为什么
console-meaning-why = 与电脑对局时，看自己上一步错在哪里
console-verb-rules = 规则
console-meaning-rules = 对局的规则
console-verb-list = 棋谱
console-meaning-list = 已走的着法
console-verb-clock = 时间 棋钟
console-meaning-clock = 双方用时
console-verb-status = 状态
console-meaning-status = 当前状态，轮到谁走
console-verb-draw = 求和 提和
console-meaning-draw = 求和
console-verb-takeback = 悔棋
console-meaning-takeback = 请求悔棋
console-verb-rematch = 再来一局
console-meaning-rematch = 再来一局
console-verb-resign = 认输 取消对局
console-meaning-resign = 认输（双方都走棋之前为取消对局），需确认
console-verb-claim = 判胜
console-meaning-claim = 对手离线时判胜
console-verb-yes = 是 同意
console-meaning-yes = 同意提问或请求
console-verb-no = 否 不同意
console-meaning-no = 不同意
console-verb-say = 说
console-meaning-say = 说 内容：聊天
console-verb-shuffle = 随机布阵
console-meaning-shuffle = 军旗：随机布阵
console-verb-swap = 交换
console-meaning-swap = 交换 a1 b2：交换阵形中的两枚棋子（四国棋盘：交换 g1 h1）
console-verb-ready = 就绪 确认
console-meaning-ready = 确认阵形
console-verb-withdraw = 撤回
console-meaning-withdraw = 撤回请求或阵形
console-verb-language = 语言
console-meaning-language = 语言 zh、zh-hant、en 或 vi
console-verb-leave = 离开
console-meaning-leave = 离开对局或服务器
console-verb-quit = 退出
console-meaning-quit = 退出程序
console-verb-nearby = 附近 nearby
console-meaning-nearby = 搜索局域网里的服务器
console-group-begin = 开始
console-group-lobby = 在大厅
console-group-set-up = 布阵时
console-group-game = 对局中
console-group-always = 任何时候
console-searching-nearby = 正在搜索局域网里的服务器。
console-nearby = 发现附近的服务器：{ $name }。输入“连接 { $address } 名字”即可进入。
console-welcome = 楚河文字模式。输入“帮助”查看命令。
console-unknown = 没有这个命令。输入“帮助”查看命令。
console-unknown-word = 不明白这里的“{ $word }”。
console-not-here = 这里不能这样做。
console-nothing-left = 没有可以继续的对局。
console-left-for-two = 未下完的是双人同屏的对局。请输入“菜单”选择它。
console-nothing-asked = 没有需要答复的事情。
console-menu-gone = 现在没有这一项。输入“菜单”查看。
console-menu-chosen = { $label }（已选）
console-dialog = { $heading }输入“菜单”查看选项。
console-no-such-player = 这里没有叫 { $name } 的人。
console-no-challenges = 没有未答复的挑战。
console-withdrawn = 已撤回：{ $what }
console-connecting-to = 正在连接 { $server }。
console-joined = 你以 { $name } 的名字进入了 { $server } 的大厅。
console-camp = 行营
console-headquarters = 大本营
console-railway = 铁路
console-left = 你已不在棋桌前。
console-not-connected = 未连接服务器。
console-review-kept = 已保留复盘：{ $name }。输入“菜单”即可继续。
console-online = 在线：{ $names }
console-is-playing = { $names }，正在下{ $game }
console-challenged = { $name } 向你挑战：{ $game }，{ $time }，对方执{ $color }。输入“接受”或“拒绝”。
console-challenging = 你向 { $name } 挑战：{ $game }，{ $time }。
console-invitation = 把这个链接发给朋友，第一个打开的人就和你对局：{ $link }
console-invitation-here = 服务器在这台机器上。如果它只在 127.0.0.1 上接受连接，这个链接就只能在这台机器上打开。
console-invited-as = 输入“接受”，就以“{ $name }”的名字对局
console-invitation-waiting = 等待 { $name }（{ $ago }）。两人都在线时对局就开始；取消则不再等待。
console-invitation-accepted = { $name } 已接受你的邀请（{ $ago }）。两人都在线时对局就开始。
console-color-red = 红
console-color-black = 黑
console-color-random = 随机
console-begins = 对手 { $opponent }：{ $game }，{ $time }。你执{ $color }。
console-watching = 观战：{ $red } 执红，{ $black } 执黑。
console-resumed = 已走 { $plies } 步。
console-set-up = 请布阵：用“棋盘”“随机布阵”“交换 { $first } { $second }”，最后“就绪”。
console-swapped = 已交换：{ $first }，{ $second }。
console-your-turn = 轮到你走。
console-moved = { $who }：{ $notation }
console-moved-captured = { $moved }，吃{ $piece }
console-moved-check = { $moved }，将军
console-answer-offer = { $offer }。输入“是”或“否”。
console-question = { $question }输入“是”或“否”。
console-over = { $outcome }。{ $reason }。输入“再来一局”或“离开”。
console-low-time = 时间不多了：{ $time }。
console-said = { $name } 说：{ $line }
console-row = 第 { $row } 行：{ $content }
console-empty = 空
console-none-left = 棋盘上没有{ $piece }。
console-unknown-piece-red = 红方暗子
console-unknown-piece-black = 黑方暗子
console-known-piece-red = 红方{ $piece }
console-known-piece-black = 黑方{ $piece }
console-range-at-least = { $piece }，至少是{ $strength }
console-range-at-most = { $piece }，至多是{ $strength }
console-range-between = { $piece }，{ $lowest }至{ $highest }
console-range-only = { $piece }，必是{ $strength }
console-has-moved = { $piece }，走过，不是地雷或军旗
console-marked = { $piece }，你标记为{ $strength }
console-legal-moves = 可走着法 { $count } 种：{ $moves }
console-clock-running = { $clock }，走时中
console-game-left = 还有未下完的对局。输入“继续”接着下，或再输入一次命令放弃它。
console-trust-changed = 请先与服务器主人核对指纹，信任请输入“是”，否则输入“否”。
console-wins-unclaimed = 输入“判胜”结束对局。
console-piece-king-red = 红帅
console-piece-king-black = 黑将
console-kind-king = 帅 将
console-piece-advisor-red = 红仕
console-piece-advisor-black = 黑士
console-kind-advisor = 仕 士
console-piece-elephant-red = 红相
console-piece-elephant-black = 黑象
console-kind-elephant = 相 象
console-piece-horse-red = 红马
console-piece-horse-black = 黑马
console-kind-horse = 马
console-piece-rook-red = 红车
console-piece-rook-black = 黑车
console-kind-rook = 车
console-piece-cannon-red = 红炮
console-piece-cannon-black = 黑炮
console-kind-cannon = 炮
console-piece-pawn-red = 红兵
console-piece-pawn-black = 黑卒
console-kind-pawn = 兵 卒
console-word-xiangqi = 象棋
console-word-luzhanqi = 军旗 军棋
console-word-cross = 四国军旗
console-word-cross-board = 四国
console-word-rated = 计分
console-word-unrated = 不计分
console-word-anyone = 不限
console-word-tell-me = 通知我
console-word-red = 红 红方 先
console-word-black = 黑 黑方 后
console-word-random = 随机
console-word-untimed = 不限时

## The mirror for screen readers

mirror-play = 走这步
mirror-swap = 要交换的两个位置，如 { $example }
mirror-swap-now = 交换
mirror-about = 关于 { $name }
mirror-phrases = 常用语
mirror-any = 不限
mirror-result = 结果
mirror-side-to-move = 轮到
mirror-squares = 所选棋子（或擦除）的位置，如 e3 c4
mirror-use-tool = 放在那里
mirror-entrance =
    这个画面的文字版
    Enter 打开，Tab 到画面，Escape 从文字回到画面

# The page in a browser, before the program runs. scripts/web takes these texts.
page-loading = 正在载入……
page-no-script = 此页面需要 JavaScript。请在浏览器设置中开启。
page-again = 重新载入页面
page-continue = 仍要下棋
page-retry = 重试
page-alone = 不联网下棋
page-no-webassembly = 浏览器版本太旧，不能运行 WebAssembly。请更新，或换用其他浏览器。
page-no-webgl = 浏览器不能用 WebGL 绘图。请在设置中打开硬件加速，或换用其他浏览器。
page-no-storage = 浏览器不保存此页面的数据。可以下棋，但关闭后设置和棋谱都不会保留。
page-full-storage = 浏览器给此页面的存储空间已满。可以下棋，但新的设置和棋谱不会保存。在棋谱库中删除棋谱即可腾出空间。
page-no-answer = 服务器没有回应，请检查网络。
page-no-program = 服务器上缺少程序的一部分。
page-failed = 程序出错，已停止。请重新载入页面：服务器上的棋局仍在继续，重新载入后即可回到座位。
page-unreadable = 程序的一部分没有读懂另一部分的消息。如果有什么不再继续，请重新载入页面：服务器上的对局会继续，您会回到座位。
page-old = 服务器已更新，正在重新载入页面……
page-is-old = 服务器已更新。请重新载入页面以使用新版本。
page-still-old = 此页面与服务器的版本不符，重新载入也没有解决。请一分钟后再试。
page-no-websocket = 此浏览器没有 WebSocket，不能联网对局。仍可与电脑对局、两人同屏对局、复盘。
page-blocked = 服务器有回应，但对局用的 WebSocket 连接不通：可能被代理或防火墙拦截，也可能是服务器太慢或已满。没有这个连接，仍可与电脑对局、两人同屏对局、复盘。
page-card-title = { $name } 邀请你下棋：{ $game }
page-card-description = 打开链接就能对局，用浏览器也行。不用下载，不用注册。

## Lessons

learn-title = 学棋
learn-hint = 每课一两分钟
learn-short = 学棋
learn-newcomer = 没下过？来学棋
learn-explained = 每课一两分钟，顺序随意。
learn-done = 已完成
learn-begin = 开始
learn-again = 重来
learn-next = 继续
learn-next-lesson = 下一课
learn-list = 全部课程
learn-play = 与1级电脑对弈
learn-right = 对了！
learn-goal-stars = 走到星星上。
learn-goal-moves = 找出正确的一步。
learn-goal-legal = 走一步合法的棋。
learn-goal-check = 将军。
learn-goal-mate = 一步将死对方。
learn-goal-stalemate = 困毙对方：让对方无子可动，但不将军。
learn-goal-lasting = 走一步不会判负的棋。
learn-goal-capture = 打赢一仗：吃掉对方棋子，保住自己的。
learn-goal-swap = 把这两枚棋子对调位置。
learn-goal-mark = 标出的棋子是什么？
learn-not-the-stars = 只吃带星星的棋子，先不要将军
learn-other = 这步合法，但不是所要求的
learn-no-check = 这步没有将军
learn-no-mate = 将军，但对方还有应着：看箭头
learn-can-move = 对方还能走：看箭头
learn-repeats = 局面将第三次出现，而你步步将军，会判负
learn-no-battle = 这步没有攻击
learn-loses = 你的棋子会被吃：对方更强
learn-both-fall = 两枚棋子会同归于尽
learn-not-a-slot = 那里不能布阵
learn-other-mark = 你所知的与此不符
learn-typed = 着法，例如 { $example }
learn-place = 把这枚棋子放到可以布置的位置：{ $piece }。
learn-step = 第 { $number } 步，共 { $of } 步
learn-progress = 已完成 { $done } / { $of } 课
guess-begin = 猜着
guess-begin-hint = 从当前局面起，一步一步猜这盘棋的着法
guess-title = 猜着法
guess-judging = 正在评判你的着法……
guess-go-on = 对局中是这样走的。
guess-done = 这是最后一着。
guess-next = 下一着
guess-again = 重新开始
guess-show = 看着法
guess-show-hint = 显示对局中的着法，不得分
guess-leave = 返回棋谱
guess-guess-first = 请先猜一着，或者看着法
guess-nothing-to-show = 着法已经在棋盘上
guess-sides = 猜哪一方
guess-both = 双方
guess-no-guesses = 你一着也没有猜。
guess-grade-hit = 与对局相同
guess-grade-mirrored = 与对局着法左右对称
guess-grade-best = 引擎首选
guess-grade-good = 与最佳着法一样好
guess-grade-as-game = 与对局着法一样好
guess-grade-fair = 略差
guess-grade-inaccuracy = 不太准确
guess-grade-mistake = 失误
guess-grade-shown = 看了着法
guess-grade-unjudged = 引擎未能评判，不计分
guess-place = 第 { $number } 着，共 { $of } 着
guess-points = { $points } / { $most } 分
guess-task = { $side }走棋。对局中走的是哪一着？
guess-worth = { $points } 分
guess-tried = 你的着法：{ $written }
guess-tried-loses = 你的着法：{ $written }，损失 { $percent }% 的赢棋机会
guess-played = 对局：{ $written }
guess-best = 引擎首选：{ $written }
guess-summary = 共 { $guesses } 着 · 与对局相同 { $hits } 着 · { $points } / { $most } 分
guess-look = 第 { $number } 回合：{ $written }，−{ $percent }%
guess-typed = 着法，例如 { $example }
guess-live-hint = 在着法走出之前，先在棋盘上选一着；走出后计分，只有你自己看得到
guess-live-end = 不再猜着
guess-live-task = { $side }走棋。会走哪一着？
guess-live-waits = 走出之前还可以改
guess-live-choose = 就猜这一着
puzzle-explained = 找出最快的杀法。每题第一次作答计入等级分，没解出的题过几天会再出现。
puzzle-today = 今日一题
puzzle-done = 已解出
puzzle-next = 下一题
puzzle-again = 重来
puzzle-leave = 返回
puzzle-hint = 提示
puzzle-hint-piece = 走哪个子？
puzzle-show = 显示着法
puzzle-counts = 之后此题算作未解出
puzzle-marked = 走标出的棋子
puzzle-right = 对了！继续。
puzzle-solved = 解出来了！
puzzle-shown-move = 已显示这步着法，请接着走。
puzzle-shown = 这就是杀着。改天再试此题。
puzzle-not-check = 此题要求步步将军
puzzle-undecided = 这步棋一时难以判定，请试另一步
puzzle-thinking = 正在判断……
puzzle-number = 第 { $number } 题
puzzle-task = { $side }先，{ $moves } 步杀。
puzzle-task-checks = { $side }先，{ $moves } 步连将杀。
puzzle-difficulty = 难度 { $number }
puzzle-theme = 杀法：{ $names }
puzzle-longer = 这样也能赢，要 { $moves } 步，但有更快的杀法
puzzle-wrong = { $played }不能及时成杀
puzzle-wrong-reply = { $played }之后，对方{ $reply }就来得及解
puzzle-rating = 你的解题等级分：{ $rating }
puzzle-rated = 解题等级分：{ $before } → { $after }
puzzle-streak = 连续 { $days } 天
puzzle-progress = 已解出 { $solved } / { $of } 题
puzzle-due = 今天复习 { $puzzles } 题
puzzle-typed = 着法，例如 { $example }
puzzle-mistake = 你的失误
puzzle-mend = 我的失误
puzzle-mend-hint = 为自己对局中的失误找出更好的着法。失误来自你复盘时分析过的对局
puzzle-mend-show = 看着法
puzzle-mend-next = 下一个失误
puzzle-mend-counts = 这个失误明天会再出现
puzzle-mend-shown = 好着已经在棋盘上
puzzle-mend-same = 这就是你当时走的着法，请找更好的
puzzle-mend-unjudged = 引擎未能评判
puzzle-mistakes = 自己的失误：{ $open } 个 · 今天复习：{ $due } 个
puzzle-mend-task = { $side }走棋。你当时走了 { $written }：请找更好的着法。
puzzle-mend-right = 正确！{ $written } 与最佳着法一样好
puzzle-mend-wrong = { $written } 还不好，请再试
puzzle-mend-best = 最佳着法是 { $written }
puzzle-flags = 扛旗
puzzle-flags-explained = 军旗习题：无论对方的暗子是什么，找出一定能扛走军旗的一步。
puzzle-flag-number = 扛旗第 { $number } 题
puzzle-flags-in = { $moves } 步扛旗
puzzle-flag-task = { $side }方先走，{ $moves } 步内一定扛走军旗。
puzzle-flag-left = { $side }方还剩：{ $pieces }
puzzle-flag-moved = { $place }：走过
puzzle-flag-took = { $place }：吃过你的{ $piece }
puzzle-flag-held = { $place }：你的{ $piece }攻它，阵亡了
puzzle-flag-stands = { $played } 不一定成功：那里可能是{ $piece }
puzzle-flag-reply = { $played } 不一定成功：如果棋子是这样，对方可以走 { $reply }
puzzle-flag-late = { $played } 来不及扛旗
puzzle-flag-unsure = { $played } 不一定成功：你无法知道棋子是不是这样
puzzle-theme-double-cannon = 重炮
puzzle-theme-cannon-behind-horse = 马后炮
puzzle-theme-smothered = 闷宫
puzzle-theme-crouching-horse = 卧槽马
puzzle-theme-palace-corner-horse = 挂角马
puzzle-theme-angler-horse = 钓鱼马
puzzle-theme-octagon-horse = 八角马
puzzle-theme-two-rooks = 双车错
puzzle-theme-iron-bolt = 铁门栓
puzzle-theme-facing-generals = 白脸将
puzzle-theme-double-check = 双将
puzzle-theme-stalemate = 困毙
puzzle-theme-heart-pierce = 大胆穿心
endgame-title = 实用残局
endgame-explained = 与引擎对下常见残局，并保持书上的结论：例胜的要赢，例和的要守住。
endgame-puzzles = 返回习题
endgame-won = 例胜
endgame-drawn = 例和
endgame-done = 已掌握
endgame-next = 下一局
endgame-thinking = 引擎正在思考……
endgame-no-reply = 引擎未能应着，请再走一次
endgame-verdict-win = 书上结论：例胜
endgame-verdict-draw = 书上结论：例和
endgame-progress = 已掌握 { $solved } / { $of } 局
endgame-task-win = { $side }先走，要赢棋。
endgame-task-hold = { $side }先走，要守和：{ $moves } 步内不输。
endgame-kept = 成功！{ $reason }
endgame-held = 成功！你已守和 { $moves } 步
endgame-lost = 未能保持结论。{ $reason }
endgame-against = { $attacker }对{ $defender }
endgame-bare = 孤将
endgame-guards = 士象全
endgame-kind-king = { $count ->
        [1] 将
        [2] 双将
        [3] 三将
       *[other] { $count } 将
    }
endgame-kind-advisor = { $count ->
        [1] 士
        [2] 双士
        [3] 三士
       *[other] { $count } 士
    }
endgame-kind-elephant = { $count ->
        [1] 象
        [2] 双象
        [3] 三象
       *[other] { $count } 象
    }
endgame-kind-horse = { $count ->
        [1] 马
        [2] 双马
        [3] 三马
       *[other] { $count } 马
    }
endgame-kind-rook = { $count ->
        [1] 车
        [2] 双车
        [3] 三车
       *[other] { $count } 车
    }
endgame-kind-cannon = { $count ->
        [1] 炮
        [2] 双炮
        [3] 三炮
       *[other] { $count } 炮
    }
endgame-kind-pawn = { $count ->
        [1] 兵
        [2] 双兵
        [3] 三兵
       *[other] { $count } 兵
    }

## Tournaments in the lobby
tournaments = 比赛
tournaments-open = 比赛（{ $open }）
tournaments-hint = 本服务器的比赛：报名、观看，或者自己组织一场
back-to-tournament = 回到比赛

## Tournaments
evening-none = 还没有比赛。可以自己组织一场，或者输入组织者给你的比赛码。
evening-plan = 组织比赛
evening-plan-guest = 注册名字以后才能在大厅公开比赛。
evening-code = 比赛码或链接
evening-code-open = 打开
evening-back-to-list = 全部比赛
evening-back-to-lobby = 回到大厅
evening-players-count = { $players } 人
evening-stage-entry = 报名中
evening-stage-round-of = 第 { $round } 轮，共 { $rounds } 轮
evening-stage-ended = 已结束
evening-you-play = 你参赛
evening-you-organise = 你是组织者
evening-begins-in = { $minutes } 分钟后开始
evening-begins-at = { $when } 开始
evening-begins-by-hand = 由组织者宣布开始

## The systems
evening-system = 赛制
evening-system-swiss = 积分编排（瑞士制）
evening-system-round-robin = 循环赛
evening-system-knock-out = 淘汰赛
evening-system-arena = 竞技场赛
evening-system-team-match = 团体对抗赛
evening-swiss-explained = 积分相近的棋手相遇，同一对手不再相遇。
evening-round-robin-explained = 每人与所有人各下一盘。
evening-knock-out-explained = 败者出局。
evening-arena-explained = 谁在等就编排谁，直到组织者宣布结束。
evening-team-match-explained = 两队按台次对阵，棋手的单位就是队名。

## The plan
evening-plan-send = 创建比赛
evening-title = 比赛名称
evening-title-example = 周五晚赛
evening-void-below-half = 中途退赛而未下满一半的棋手，所有对局不计成绩
evening-level = 打平时谁晋级
evening-level-better-seed = 编号靠前者
evening-level-black = 最后一盘的后手
evening-level-lot = 抽签
evening-streaks = 连胜两盘后积分加倍
evening-decider = 打平的台次加赛一盘
evening-decider-none = 不加赛
evening-decider-red = 加赛，和棋红胜
evening-decider-black = 加赛，和棋黑胜
evening-clock = 用时
evening-pace = 下一轮
evening-pace-by-hand = 由我宣布开始
evening-pace-after-all = 休息以后开始
evening-pace-slots = 按固定间隔开始
evening-start = 开始时间
evening-start-by-hand = 由我宣布开始
evening-start-in = { $minutes } 分钟后
evening-check-in = 签到的棋手才参加编排
evening-public = 在大厅里列出
evening-numbering = 编号
evening-numbering-entry = 按报名先后
evening-numbering-rating = 按等级分
evening-numbering-lot = 抽签
evening-absence = 弃权几次后除名
evening-absence-never = 不除名
evening-tie-breaks = 积分相同时的名次区分
evening-tie-break-up = { $name }：上移
evening-number-fault = 请填 { $least } 到 { $most } 的数字
evening-tie-break-opponents-score = 对手分
evening-tie-break-opponents-score-short = 对手分
evening-tie-break-cumulative = 累进分
evening-tie-break-cumulative-short = 累进
evening-tie-break-wins = 胜局
evening-tie-break-wins-short = 胜局
evening-tie-break-wins-as-second = 后手胜局
evening-tie-break-wins-as-second-short = 后胜
evening-tie-break-games-as-second = 后手局
evening-tie-break-games-as-second-short = 后手
evening-tie-break-direct-encounter = 直胜
evening-tie-break-direct-encounter-short = 直胜
evening-tie-break-sonneborn-berger = 小分（索伯分）
evening-tie-break-sonneborn-berger-short = 小分
evening-tie-break-fouls = 犯规（少者列前）
evening-tie-break-fouls-short = 犯规
evening-tie-break-drop-rounds = 去掉末轮的积分
evening-tie-break-drop-rounds-short = 去末轮
evening-tie-break-earlier-finish = 末局结束先后
evening-tie-break-earlier-finish-short = 时间

## The pages of a tournament
evening-page-round = 轮次
evening-page-standings = 名次
evening-page-players = 棋手
evening-page-log = 记录
evening-page-organise = 组织
evening-wall = 大屏
evening-wall-hint = 用大字占满窗口，供投影仪使用
evening-wall-end = 退出大屏
evening-wall-next = 下一页
evening-boards = 多盘观战
evening-boards-hint = 并排观看前几台正在进行的对局
evening-boards-shown = 第 { $first }–{ $last } 台，共 { $all } 台
evening-boards-one = 第 { $board } 台，共 { $all } 台
evening-boards-none = 现在没有在服务器上进行的对局。
evening-boards-earlier = 前面的台次
evening-boards-later = 后面的台次
evening-boards-over = 对局已经结束
evening-boards-last = 最后一着 { $written }
evening-link = 链接
evening-copy = 复制链接
evening-qr = 二维码
evening-qr-explained = 扫码即可进入比赛。
evening-code-is = 比赛码 { $code }
evening-organised-by = 组织者：{ $names }

## The user's own part
evening-enter = 报名
evening-enter-late = 补报
evening-club = 单位或队名
evening-club-example = 可以不填
evening-check-me-in = 签到
evening-withdraw = 退赛
evening-play-again = 继续参赛
evening-watch = 观战
evening-you-entered = 你已报名。
evening-you-are-checked-in = 你已签到。
evening-you-entered-check-in = 你已报名，请在开始前签到。
evening-you-watch = 你在观看，报名已经截止。
evening-may-enter = 你可以报名。
evening-you-red = 第 { $board } 台：你执红，对 { $opponent }
evening-you-black = 第 { $board } 台：你执黑，对 { $opponent }
evening-you-bye = 本轮你轮空。
evening-you-wait = 你在等对手。
evening-you-eliminated = 你已被淘汰。
evening-you-are-done = 你已下满规定的局数。
evening-own-sheet = 我的各轮成绩
evening-object-until = 还可在 { $time } 内对结果提出异议。
evening-own-standing = 第 { $place } 名 · { $points } 分
evening-arena-unplaced = 积分 { $points } · 已下 { $games } 盘，满 { $least } 盘计名次
evening-next-in = { $time } 后开始下一轮
evening-arena-next-in = { $time } 后再次配对
evening-first-in = { $time } 后开始
evening-next-by-hand = 下一轮由组织者宣布开始。
evening-played-out = 各轮已全部赛完，等组织者宣布比赛结束。
evening-games-running = 还有 { $running } 台没有结果
evening-late-you = 请就座：{ $time } 后判你弃权
evening-late-opponent = 对手未到：{ $time } 后判对手弃权

## Boards
evening-round = 第 { $round } 轮
evening-arena-round = 第 { $round } 次配对
evening-earlier-round = 上一轮
evening-later-round = 下一轮
evening-arena-earlier = 上一次配对
evening-arena-later = 下一次配对
evening-no-round = 第一轮还没有编排。
evening-arena-no-round = 还没有配对。
evening-board = 台次
evening-red = 红方
evening-black = 黑方
evening-result = 结果
evening-bye = 轮空
evening-board-playing = 对局中
evening-board-waiting = 等待中
evening-board-late = { $name } 未到（{ $time }）
evening-board-both-late = 双方未到（{ $time }）
evening-board-wooden = 实体棋盘
evening-result-red = { $win }–{ $loss }
evening-result-draw = { $draw }–{ $draw }
evening-result-black = { $loss }–{ $win }
evening-result-forfeit-red = + –
evening-result-forfeit-black = – +
evening-result-forfeit-both = – –
evening-objected = 有异议
evening-why-board = 第 { $board } 台为什么这样编排
evening-object = 对结果提出异议
evening-object-words = 哪里不对
evening-object-send = 提出异议

## Why a pair meets
evening-meeting-same-points = 双方都是 { $points } 分：在 { $group } 名同分棋手中列第 { $first } 和第 { $second }。
evening-meeting-floats = { $name } 多 { $difference } 分，下调一组：同分人数为奇数，或组内没有别的对手。
evening-meeting-bye = { $name } 轮空：积分更低的棋手都不能轮空。
evening-meeting-table = 按循环表，本轮就是这一对。
evening-meeting-waiting = 双方都在等对手。
evening-meeting-by-hand = 由组织者决定。
evening-colours-table = 先后手按表排定。
evening-colours-boards = 双方都没有下过：各台先后手交替，第一台抽签决定。
evening-colours-due-red = { $name } 该执红。
evening-colours-due-black = { $name } 该执黑。
evening-colours-exchanged = 双方该执同一方：与最近一次先后手不同的那一轮相反。
evening-costs = 无法避免：{ $criterion }
evening-criterion-forbidden = 规则不允许的对阵
evening-criterion-second-meetings = 再次相遇
evening-criterion-second-byes = 再次轮空
evening-criterion-third-colours = 连续三轮同一先后手
evening-criterion-bye-points = 积分较高者轮空
evening-criterion-points-difference = 积分不同的对阵
evening-criterion-repeated-floats = 再次同方向调组
evening-criterion-same-club = 同单位的对阵
evening-criterion-strong-colours = 先后手没有平衡
evening-criterion-mild-colours = 先后手没有交替
evening-criterion-bye-place = 轮空者离末位较远
evening-criterion-order = 组内顺序
evening-why-not = 为什么不是 { $one } 对 { $other }？
evening-why-no-bye = 为什么不是 { $name } 轮空？
evening-why-not-me = 为什么不是对我？
evening-why-not-they-meet = 他们正好相遇。
evening-why-not-is-bye = { $name } 正好轮空。
evening-why-not-no-pairing = 现在无法编排。
evening-why-not-away = { $name } 不参加本轮。
evening-why-not-same = 这是同一位棋手。
evening-why-not-have-met = 他们在第 { $round } 轮已经相遇。
evening-why-not-had-bye = 这位棋手已经有过不下棋的得分。
evening-why-not-even = 人数是偶数，没有人轮空。
evening-why-not-table = 按表，他们在第 { $round } 轮相遇。
evening-why-not-table-none = 表中还没有这一对。
evening-why-not-stuck = 那样的话，其余棋手不再次相遇就排不出来。
evening-why-not-costs = 那样本轮在这一点上更差：{ $criterion }（{ $instead }，现在是 { $chosen }）。
evening-why-not-equal = 同样好，由编号先后决定。
evening-why-not-changes = 那样的对阵：{ $pairs }

## Standings and the sheet of a player
evening-place = 名次
evening-name = 姓名
evening-points-short = 积分
evening-games-short = 盘数
evening-no-standings = 还没有成绩。
evening-standings-final = 最终名次
evening-standings-after = 第 { $round } 轮后的名次
evening-standings-in = 第 { $round } 轮进行中的名次
evening-standings-now = 目前名次
evening-below-points = 在 { $name } 之后：少 { $points } 分。
evening-below-tie-break = 与 { $name } 同分，按“{ $tie_break }”列后。
evening-below-stage = 在 { $name } 之后：对方走得更远，或者已下够盘数。
evening-below-nothing = 与 { $name } 无法区分，名次并列。
evening-below-first = 上面没有人。
evening-breakdown = { $tie_break }：{ $value } = { $parts }
evening-breakdown-alone = { $tie_break }：{ $value }
evening-does-not-apply = 不适用
evening-score-win = 胜
evening-score-draw = 和
evening-score-loss = 负
evening-score-forfeit-win = 对方弃权胜
evening-score-forfeit-loss = 弃权
evening-score-running = 对局中
evening-score-bye = 轮空
evening-score-excused = 请假
evening-score-late = 尚未报名
evening-score-unpaired = 未编排
evening-score-void = 不计成绩
evening-fouls = 犯规 { $fouls } 次

## Players
evening-no-players = 还没有人报名。
evening-rating = 等级分
evening-state = 状态
evening-player-here = 在线
evening-player-away = 不在线
evening-player-checked-in = 已签到
evening-player-not-checked-in = 未签到
evening-player-missing = 开始时未签到
evening-player-withdrawn = 已退赛
evening-player-out = 因弃权除名
evening-player-wooden = 实体棋盘

## Tournaments: the log
evening-log-empty = 还没有记录。
evening-log-organiser = 组织者
evening-log-entered = { $name } 报名。
evening-log-entered-late = { $name } 补报。
evening-log-checked-in = { $name } 签到。
evening-log-withdrew = { $name } 退赛。
evening-log-returned = { $name } 继续参赛。
evening-log-excused = { $name } 第 { $round } 轮请假。
evening-log-started = 比赛开始。
evening-log-paired = { $turn }编排完毕：{ $boards } 台。
evening-log-paired-by-hand = { $turn }由人工编排：{ $why }
evening-log-repaired = { $turn }调换棋手：{ $why }
evening-log-won = { $place }：{ $winner } 胜 { $loser }。
evening-log-drawn = { $place }：{ $red } 与 { $black } 和棋。
evening-log-forfeited = { $place }：{ $name } 弃权。
evening-log-forfeited-both = { $place }：双方弃权。
evening-log-fouled = { $place }：{ $name } 犯规一次。
evening-log-corrected = { $place }改为 { $result }：{ $why }
evening-log-annulled = { $turn }作废：{ $why }
evening-log-conceded-meetings = 允许再次相遇：{ $why }
evening-log-conceded-byes = 允许再次轮空：{ $why }
evening-log-ended = 比赛结束。
evening-log-undone = 撤销“{ $what }”（{ $why }）
evening-log-void = { $what }（已撤销）
evening-undo = 撤销

## Organise
evening-all-well = 没有需要处理的事。
evening-problems = 待处理
evening-problem-objection = { $place }：{ $name } 有异议：“{ $words }”
evening-problem-confirm = 维持结果
evening-problem-correct = 改判
evening-problem-late = 第 { $board } 台：{ $name } 迟到（{ $time }）
evening-problem-both-late = 第 { $board } 台：双方未到（{ $time }）
evening-problem-away = { $count } 人不在线：{ $names }
evening-late-boards = { $boards } 台有棋手未到。
evening-problem-no-pairing = 按规则无法给所有棋手编排。
evening-problem-too-few = 人数不足：{ $players }
evening-problem-decided = 胜负已定，可以结束比赛。
evening-problem-wait = 在等的棋手还不能编排。
evening-problem-met-everyone = 已与所有人相遇：{ $names }
evening-problem-everyone-had-bye = 所有人都轮空过。
evening-concede-second-meetings = 允许再次相遇
evening-concede-second-byes = 允许再次轮空
evening-remedy-excuse = 本轮让 { $name } 请假
evening-remedy-end = 现在结束比赛
evening-begin = 开始比赛
evening-pair-next = 编排下一轮
evening-end = 结束比赛
evening-annul = 本轮作废
evening-results = 成绩
evening-enter-result = 第 { $board } 台：{ $red }（红方）– { $black }（黑方）
evening-set-red = 红胜
evening-set-draw = 和棋
evening-set-black = 黑胜
evening-set-absent-red = 红方弃权
evening-set-absent-black = 黑方弃权
evening-set-absent-both = 双方弃权
evening-foul-red = 红方犯规
evening-foul-black = 黑方犯规
evening-exchange = 调换棋手
evening-reason = 理由（所有人可见）
evening-reason-missing = 请先写明理由。
evening-entries = 报名
evening-paste = 棋手名单，每行一人：姓名，单位，等级分
evening-paste-example = 王伟，河滨棋社，1650
evening-paste-send = 录入名单…
evening-paste-count = 录入 { $players } 人
evening-excuse = 下一轮请假
evening-allow-return = 允许参赛
evening-withdraw-player = 让该棋手退赛
evening-check-in-player = 签到
evening-appoint = 设为组织者
evening-appoint-name = 已注册棋手的名字
evening-appoint-already = 已是组织者
evening-appoint-computer = 电脑棋手不能当组织者
evening-few-checked-in = 签到的棋手才参加编排，至少要有两名；现在有 { $present } 名签到。
evening-sure-end = 结束比赛吗？名次就此确定。
evening-sure-end-arena = 现在结束比赛吗？名次就此确定，正在下的棋不计成绩。
evening-cancel = 取消比赛
evening-sure-cancel = 取消这场比赛吗？已报名的人会收到通知。
evening-enter-computers = 加入电脑棋手
evening-computers-free = { $count } 位空闲
evening-result-ends = 这一盘正在服务器上进行，录入结果会结束对局。
evening-computers-entered = 已加入 { $players } 位电脑棋手。
evening-computers-entered-short = 已加入 { $players } 位电脑棋手，没有更多空闲的了。
evening-sure-annul = 本轮作废吗？本轮成绩全部不计。
evening-sure-withdraw = 退赛吗？正在下的棋判负，以后不再编排。
evening-sure-undo = 撤销“{ $what }”吗？
evening-close = 关闭

## News (notices, text mode): whether or not the screen is open
evening-called = { $title }：第 { $board } 台，对 { $opponent }
evening-called-bye = { $title }：本轮你轮空
evening-closed = 比赛已关闭。
evening-when = 时间
evening-event = 事项
evening-club-column = 单位

## Tournaments: further words
evening-start-at = 指定日期和时间
evening-start-field = 日期和时间
evening-start-example = 2026-12-04 19:30
evening-start-fault = 请填将来的日期和时间，例如 2026-12-04 19:30
evening-absence-in-a-row = 连续几次
evening-absence-in-all = 累计几次
evening-files = 保存和打印
evening-file-standings-csv = 名次表（CSV）
evening-file-pairings-csv = 对阵表（CSV）
evening-file-trf = 全部成绩（TRF）
evening-file-pairings-by-board = 打印页：对阵表（按台次）
evening-file-pairings-by-name = 打印页：对阵表（按姓名）
evening-file-standings-page = 打印页：名次表
evening-file-crosstable-page = 打印页：交叉表
evening-file-certificates = 打印页：奖状
evening-number-rounds = 轮数
evening-number-clubs-apart = 前几轮同单位回避
evening-number-cycles = 循环次数
evening-number-games = 每场盘数
evening-number-tie-break-games = 打平后加赛盘数
evening-number-min-games = 计名次的最少盘数
evening-number-max-games = 每人最多盘数
evening-number-break-minutes = 轮间休息（分钟）
evening-number-slot-minutes = 每轮间隔（分钟）
evening-number-late-minutes = 迟到几分钟判负
evening-number-absences = 弃权几次后除名
evening-number-last-entry-round = 补报截止轮次
evening-number-no-result-before = 几回合前不得提和、认输
evening-propose = 先看下一轮的编排
evening-proposal = 下一轮的编排
evening-pair-by-hand = 人工编排
evening-pairing-explained = 选两位棋手即可调换。理由供所有棋手查看。
evening-pairing-turn = 调换先后手
evening-pairing-send = 采用这个编排
evening-pairing-picked = { $name } 与……调换
evening-share = 分享
evening-copy-code = 复制比赛码
evening-loading = 请稍候……
evening-confirm = 确定
evening-sure-correct = 改判吗？所有人可以看到理由。
evening-sure-decide = 录入这个结果吗？这一盘正在服务器上进行，对局会随之结束。
evening-sure-withdraw-player = { $name } 退赛吗？以后不再编排。
evening-object-heading = 对结果提出异议
evening-results-missing = 还缺 { $boards } 个结果
evening-begins-by-itself = 双方到齐，棋局自动开始。
evening-you-excused = 组织者已准你本轮请假。
evening-you-missing = 比赛开始时你没有签到。
evening-you-withdrew = 你已退赛。
evening-you-expelled = 组织者已让你退赛，只有组织者可以让你重新参赛。
evening-you-out-for-absences = 你因弃权被除名，组织者可以让你继续参赛。
evening-you-placed = 比赛结束：你获第 { $place } 名。
evening-is-over = 比赛结束。
evening-organisers = 组织者
evening-more-steps = 其他操作
evening-line-no-name = 没有姓名。
evening-line-too-long = 姓名或单位太长。
evening-line-rating = 等级分不是数字。
evening-line-too-many-parts = 只能有姓名、单位和等级分。
evening-line-doubled = 与第 { $line } 行相同。
evening-line-entered = 已经报名。
evening-line-fault-of = 第 { $line } 行“{ $text }”：{ $fault }
evening-trf-taken = 已从赛事文件（TRF）读入 { $players } 人，协会作为单位。
evening-trf-results = 文件里还有成绩，这里只取棋手名单。
evening-trf-fault-of = 赛事文件（TRF）第 { $line } 行第 { $column } 列：{ $fault }
evening-trf-too-long = 文件太长。
evening-trf-no-player = 没有以 001 开头的行，也就没有棋手。
evening-trf-too-many-players = 超过 { $most } 人。
evening-trf-too-many-rounds = 超过 { $most } 轮。
evening-trf-too-short = 这一行太短。
evening-trf-not-a-number = “{ $text }”不是数字。
evening-trf-number-missing = 没有编号。
evening-trf-doubled-number = 第 { $line } 行也用了编号 { $number }。
evening-trf-not-blank = 这里应是空格，不是“{ $text }”，可能各列错位了。
evening-trf-unknown-side = “{ $text }”不是红黑方，应写 w 或 b。
evening-trf-unknown-mark = “{ $text }”不是成绩。
evening-trf-mark-without-game = 成绩与对手不符。
evening-trf-unknown-opponent = 没有 { $number } 号棋手。
evening-trf-own-opponent = 对手是棋手自己。
evening-trf-contradiction = 这一盘与第 { $line } 行不一致。
evening-trf-unknown-points = “{ $text }”不是可以计分的成绩。
evening-paste-over = 比赛最多 { $most } 人，请删去 { $over } 行。
evening-paste-cut = 这里只放得下前 { $lines } 行，其余没有放入。请删去不需要的，再粘贴一次。
evening-rules-heading = 其他规则
evening-time-heading = 时间
evening-wait-follow = 正在打开比赛……
evening-unreadable = 这场比赛来自更新的版本。
evening-board-number = 第 { $board } 台
evening-board-of-round = 第 { $round } 轮第 { $board } 台
evening-current-result = 当前结果
evening-correct-explained = 已有结果的台次，改判须写理由。
evening-rounds-count = 共 { $rounds } 轮
evening-begins-by-you = 由你在“组织”页宣布开始。棋手用链接或比赛码报名，也可以由你在那里加入。
evening-pair-round = 编排第 { $round } 轮
evening-you-objected = 第 { $board } 台：你已提出异议，等组织者决定。
evening-objection-confirmed = 第 { $board } 台：组织者已确认结果。
evening-undo-end-first = 比赛已经结束。要改结果，请先在记录里撤销比赛结束。
evening-undo-plays-again = 这一台马上重下，双方会收到通知。
evening-computers-at-wood = 电脑棋手只能在服务器上下棋。这里有 { $players } 位棋手用实体棋盘，电脑不会和他们走棋，结果要由你登记。
evening-sure-leave = 退赛吗？以后不再编排。
evening-quit-early = 这是比赛的对局。你不回来就判你弃权。要下棋，请马上重新打开程序。
evening-results-tap = 选择台次即可登记结果。
evening-to-tournament = 比赛
evening-back-to-game = 回到棋局
evening-knock-out-stage = 淘汰赛第 { $stage } 轮
evening-advances = { $name } 晋级
evening-fouls-heading = 犯规
evening-pages = 页面

## Refusals about tournaments
evening-refused-unknown = 服务器上没有这个比赛码的比赛，或者已经不再有。
evening-refused-not-organiser = 只有组织者可以这样做。
evening-refused-guest = 只有注册的棋手可以组织公开的比赛。
evening-refused-not-entered = 你没有报名参加这场比赛。
evening-refused-no-pairing = 现在无法编排下一轮。
evening-refused-not-by-hand = 这一项不能人工记录。
evening-refused-needs-organiser = 只有主办人能让你重新参赛。
evening-refused-no-computers = 现在没有空闲的电脑棋手。
evening-refused-not-planner = 只有发起比赛的人可以这样做。
evening-refused-planner-stays = 发起比赛的人始终是主办人。
evening-refused-too-many = 你已组织了 { $evenings } 场比赛，或者服务器上的比赛太多。
evening-refused-too-many-organisers = 一场比赛最多有 { $organisers } 位组织者。
evening-refused-no-objection = 对这个结果不能或不能再提出异议。
evening-refused-words = 请写 1 到 { $most } 个字。
evening-plan-refused-title = 名称为 1 到 { $most } 个字。
evening-plan-refused-sides = 双方用时必须相同，先后手和悔棋不由计划决定。
evening-plan-refused-untimed = 比赛的对局必须限时，否则一轮不会结束。
evening-plan-refused-start = 开始时间已过，或在 60 天以后。
evening-plan-refused-pace = 休息、间隔或迟到的时间为 0 或太长。
evening-plan-refused-least-ply = 禁止认输和求和最多到第 { $plies } 步。
evening-plan-refused-length = 轮数、盘数或循环次数为 0 或太大。
evening-plan-refused-points = 一局的分值太大。
evening-plan-refused-doubled-tie-break = “{ $tie_break }”重复了。
evening-plan-refused-absence = 除名的弃权次数至少为 1。
evening-event-name = 没有姓名，或姓名太长。
evening-event-text-too-long = 文字太长。
evening-event-reason-missing = 没有写理由。理由所有人可见。
evening-event-doubled-name = 这个单位已有同名的棋手报名。请加上单位或其他字样区分。
evening-event-doubled-account = 这个账号已经报名。
evening-event-full = 比赛人数已满。
evening-event-journal-full = 比赛记录已满。
evening-event-has-begun = 比赛已经开始。
evening-event-not-begun = 比赛还没有开始。
evening-event-has-ended = 比赛已经结束。
evening-event-too-few-players = 至少要有两名棋手，现在有 { $present } 名。
evening-event-not-two-teams = 需要正好两队，而且人数相同。
evening-event-entry-closed = 报名已经截止。
evening-event-no-such-player = 没有这位棋手。
evening-event-no-such-board = 第 { $round } 轮没有第 { $board } 台。
evening-event-not-the-last-round = 第 { $round } 轮不是最后一轮，只有最后一轮可以改。
evening-event-already-so = 已经是这样了。
evening-event-round-passed = 第 { $round } 轮已经编排，或者没有这一轮。
evening-event-has-result = 第 { $board } 台已有结果，可以改判。
evening-event-no-result = 第 { $board } 台还没有结果。
evening-event-games-running = 还有 { $games } 台没有下完。
evening-event-no-round-left = { $rounds } 轮都已编排。
evening-event-paired-twice = 有棋手在编排中出现两次。
evening-event-not-taking-part = 编排中有不参加本轮的棋手。
evening-event-left-out = 编排漏了一位参赛的棋手。
evening-event-no-board = 编排中没有对局。
evening-event-have-met = 有一对棋手在第 { $round } 轮已经相遇。
evening-event-had-bye = 轮空的棋手已经有过不下棋的得分。
evening-event-no-bye = 不能有人轮空：人数是偶数，或者赛制没有轮空。
evening-event-not-the-table = 按赛制，本轮不是这些对阵。
evening-event-not-a-repair = 只能调换没有结果的台次上的棋手。
evening-event-conceded-before = 早已允许。
evening-event-nothing-to-undo = 这一项已经没有可撤销的了。
evening-event-still-needed = 后面的记录以它为前提，请先撤销后面的。

## What organisers should deal with
evening-sure-concede-meetings = 以后各轮都允许再次相遇吗？
evening-sure-concede-byes = 以后各轮都允许再次轮空吗？
evening-no-club = 无单位
evening-team-column = 队名
evening-sure-foul = 记录 { $name } 犯规一次吗？
evening-sure-appoint = 把 { $name } 设为组织者吗？
evening-appoint-explained = 组织者和你一样可以登记成绩、编排、暂停和撤销。只有本人可以退出。
evening-appoint-guest = 这个名字没有注册，是游客的名字。
evening-free = 现在空闲
evening-free-finished = 已下完
evening-free-without-board = 没有对局
evening-computers-count = { $count } 位电脑棋手
evening-line-alike = 第 { $line } 行：另有一位 { $name }（{ $club }）。是另一个人吗？
evening-undo-needed-by = “{ $what }”以它为前提，请先撤销那一条。
evening-no-first-move = { $side }方没有及时走出第一步，本局按弃权判负
evening-left-game = { $side }方退出比赛，判负
evening-called-begun = { $title } 第 { $board } 台：你与 { $opponent } 的对局开始了
evening-closed-title = 比赛“{ $title }”已关闭。

## Pages to print
evening-print-pairings = { $turn }对阵表
evening-print-round-short = { $round }
evening-print-number = 编号
evening-print-opponent = 对手
evening-print-side = 先后手
evening-print-crosstable = 交叉表
evening-print-certificate = 奖状
evening-print-certificate-place = { $place ->
        [1] 冠军
        [2] 亚军
        [3] 季军
       *[other] 第 { $place } 名
    }
evening-print-certificate-words = { $name } 在“{ $title }”中获 { $points } 分，特发此状，以资鼓励。
evening-print-certificate-signature = 组织者

## Tournaments: what is passed on, long tables, and keys
evening-rows-shown = 第 { $first } 至 { $last } 行，共 { $count } 行
evening-rows-before = 前面的行
evening-rows-after = 后面的行
evening-copy-for-group = 复制为文字
evening-copy-table-round = 复制本轮对阵和结果
evening-copy-table-standings = 复制名次表
evening-copy-table-crosstable = 复制交叉表
evening-copy-hint = 文字可以发到聊天中
evening-file-round-text = 文字：对阵和结果
evening-file-standings-text = 文字：名次表
evening-file-crosstable-text = 文字：交叉表
evening-points = 每局得分
evening-worth-two-one-nil = 胜 2 分，和 1 分
evening-worth-three-one-nil = 胜 3 分，和 1 分
evening-results-keys = ↑ ↓ 选台次，再按键输入结果：1 红胜，2 和棋，3 黑胜，0 双方弃权
evening-play-meanwhile = 先和电脑下一盘
evening-meanwhile-hint = 下一轮的对局会自动打开，与电脑的这盘棋会保留。

## Tournaments: pauses, and the games of all rounds
evening-pause-all = 暂停全部对局
evening-continue-all = 继续全部对局
evening-pause-board = 暂停这盘棋
evening-continue-board = 继续这盘棋
evening-board-paused = 暂停中
evening-is-paused = 组织者暂停了比赛（{ $time }）。
evening-is-paused-by = { $name } 暂停了比赛（{ $time }）。
evening-paused-short = 暂停中
evening-game-paused = 组织者暂停了对局，棋钟停走。
evening-game-goes-on = 对局继续，双方各补 { $credit } 秒。
evening-refused-paused = 组织者已暂停对局。
evening-refused-wooden = 这一台的棋不在服务器上下。
evening-refused-draw-too-early = 按比赛规定，再走 { $plies } 步（双方合计）才可以提和。
evening-save-games = 全部对局存为文件
evening-save-games-hint = 象棋存为一个 PGN 文件
evening-fetching-games = 正在读取对局…
evening-fetching-games-of = 正在读取对局：{ $done } / { $all }
evening-stop-games = 停止
evening-games-saved = 已保存 { $games } 盘对局。
evening-games-saved-but = 已保存 { $games } 盘对局；另有 { $missing } 盘无法取得。
evening-no-games = 服务器没有这次比赛的对局记录。
evening-no-text = 这个文件不是文本，没有加入任何人。
evening-no-chooser = 系统没有文件选择窗口，请把文件拖到这里，或粘贴其中的文字。
evening-players-file = 姓名列表或比赛文件（TRF）
