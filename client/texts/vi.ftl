### Các câu chữ của chương trình bằng tiếng Việt. Bản mẫu của các ngôn ngữ khác là en.ftl; các biến được giải thích ở đó.

## Everywhere

app-name = 楚河
tagline = Cờ Trung Hoa cho hai người
settings = Cài đặt
language = Ngôn ngữ
language-of-system = Theo hệ thống
appearance = Giao diện
light = Sáng
dark = Tối
help-rules = Luật chơi
legend-move = đi được
legend-capture = ăn được
legend-blocked = không đi được
close = Đóng
copy = Sao chép
cancel = Hủy
send = Gửi
quit-question = Đóng cửa sổ?
quit-explained = Ván cờ chưa kết thúc. Đồng hồ của bạn vẫn chạy, và sau 30 giây đối thủ có thể yêu cầu xử thắng. Muốn chơi tiếp, hãy mở lại chương trình ngay.
quit-aborts = Ván cờ vừa mới bắt đầu. Nếu bạn không mở lại chương trình trong 30 giây, ván sẽ bị hủy, không tính kết quả.
quit-stops-host = Máy chủ đang chạy trên máy này. Đóng cửa sổ thì mọi người mất kết nối và mọi ván đều dừng, cho đến khi bạn mở lại máy chủ.
quit-yes = Đóng
quit-no = Chơi tiếp

## Joining and hosting

join-title = Vào máy chủ
host = Địa chỉ
port = Cổng
name = Tên
name-hint = Tên của bạn
host-hint = 192.168.1.20
join = Vào
connecting = Đang kết nối…
logging-in = Đang đăng nhập…
login-slow = Đang kiểm tra mật khẩu. Có thể mất 20 giây…
recent = Gần đây
nearby = Máy chủ trong mạng
forget = Xóa
choose-hall = Hãy chọn sảnh
hall = Sảnh
hall-players = { $players } / { $capacity } người
hall-full = Đã đầy
password = Mật khẩu
have-password = Tôi có mật khẩu
not-encrypted = Không mã hóa: người khác đọc được mật khẩu
hosting-title = Mở máy chủ trên máy này
hosting-explained = Chạy máy chủ trên máy này để người khác kết nối vào chơi với bạn.
hosting-seat = Ván cờ của bạn, dưới tên { $name }, nằm trên máy chủ của máy này. Hãy mở lại máy chủ để chơi tiếp.
hosting-start = Bắt đầu
hosting-starting = Đang khởi động…
hosting-tell = Gửi cho bạn bè một trong các địa chỉ này:
hosting-elsewhere = Bạn ở mạng khác cần địa chỉ công khai của bạn, và bộ định tuyến chuyển cổng { $port } tới máy này.
hosting-stop = Dừng
hosting-join = Vào máy chủ này
hosting-no-address = Không tìm thấy địa chỉ nào cho người khác kết nối. Hãy kiểm tra mạng.
hosting-announce = Cho người cùng mạng thấy
hosting-announce-explained = Người cùng mạng sẽ thấy máy chủ này khi vào chơi

## Encryption

tls = Mã hóa (TLS)
tls-settled = Trước đây bạn đã dùng TLS với máy chủ này, nên kết nối không mã hóa bị từ chối
certificate-changed = Chứng chỉ của máy chủ đã thay đổi!
certificate-changed-explained = Máy chủ đưa ra chứng chỉ khác trước. Có thể người quản trị đã thay chứng chỉ, cũng có thể ai đó đang giả mạo máy chủ. Trước khi kết nối, hãy hỏi người quản trị dấu vân tay mới qua một kênh khác. Chưa có gì được gửi đi.
previous-fingerprint = Dấu vân tay cũ
new-fingerprint = Dấu vân tay mới
signed-by-authority = Do tổ chức tin cậy ký
fingerprint-checked = Tôi đã đối chiếu dấu vân tay mới với người quản trị
trust-check-first = Trước hết hãy đối chiếu dấu vân tay mới với người quản trị
trust = Tin chứng chỉ mới
do-not-trust = Không kết nối

## The connection

retry-now = Thử lại ngay
play-here = Chơi ở đây
game-goes-on = Ván cờ hoặc lời mời của bạn vẫn tiếp tục
leave-server = Rời máy chủ
game-forgotten = Máy chủ không còn ván này. Bạn có thể xem lại, nhưng không chơi tiếp được.

## The lobby

players = Kỳ thủ
my-games = Ván của tôi
loading = Đang tải…
no-games-yet = Chưa có ván nào kết thúc. Sau ván đầu tiên, bạn có thể xem lại ở đây.
more-games = Các ván cũ hơn
no-games-found = Không có ván nào phù hợp.
filter-opponent = Đối thủ
filter-from = Từ ngày
filter-to = Đến ngày
find-games = Tìm
library-title = Thư viện
library-explained = Các ván bạn đã chơi, lưu trên máy này
library-empty = Chưa có ván nào. Mọi ván bạn chơi xong đều được lưu ở đây, kể cả khi không còn máy chủ.
library-position = Thế cờ này
library-export = Xuất PGN
library-export-explained = Ghi các ván phù hợp vào một tệp PGN
library-export-some = Xuất { $games }/{ $all }
library-export-xiangqi = Xuất cờ tướng
library-export-left-out = Ghi các ván phù hợp vào một tệp PGN, bỏ các ván cờ lục quân vì PGN không chứa được
library-add = Thêm tệp
library-add-explained = Chọn tệp ván đấu, hoặc thả nhiều tệp vào cửa sổ
import-progress = { $done } / { $files } tệp
import-taken = Đã thêm: { $games } ván
import-known = Đã có sẵn: { $games } ván
import-noted = Có ghi chú khi đọc: { $games } ván
import-refused-games = Không đọc được: { $games } ván
import-refused-files = Không đọc được: { $files } tệp
back-to-list = Về danh sách
library-delete = Xóa ván
library-delete-explained = Chọn ván để xóa
library-delete-one = Xóa
library-delete-sure = Chắc chứ?
library-delete-all = Xóa hết
library-delete-all-sure = Xóa hết, chắc chứ?
library-delete-done = Xong
library-undelete = Hoàn tác xóa
open-record = Mở
open-game = Xem
to-games = Quay lại
versus = { " – " }
watch = Xem
unwatch = Thôi xem
watch-rematch = Xem ván mới
step-first = Về đầu ván
step-back = Nước trước
step-forward = Nước sau
step-last = Đến cuối ván
no-earlier-move = Không có nước nào trước đó.
no-later-move = Không có nước nào sau đó.
to-live = Về trực tiếp
from-start = Xem lại từ đầu
broadcast-ended = Đã hết phát trực tiếp
watching = Bạn đang xem
no-spectators = Chưa có người xem
watch-delay = Độ trễ khi xem
watch-delay-field = Độ trễ khi xem (nước)
watch-delay-hint = 0 đến 40 nước: người xem thấy ván cờ chậm hơn chừng ấy
paused = Các ván tạm dừng: máy chủ chưa lưu được. Đồng hồ không chạy.
spectator-prefix = [người xem]
search = Tìm tên
idle = Rảnh
at-board = Vừa chơi xong
playing = Đang chơi
offline = Mất kết nối
challenge = Thách đấu
challenge-away = Kỳ thủ này mất kết nối nên không thể thách đấu
lobby-empty = Chưa có ai khác. Hãy gửi địa chỉ máy chủ cho bạn bè và mời họ làm một ván.
no-player-found = Không tìm thấy kỳ thủ nào.
lobby-chat = Trò chuyện phòng chờ
registered = Đã đăng ký
not-registered = Chưa đăng ký
guest = Khách
seek-find = Tìm đối thủ
seek-hint = Ván bắt đầu ngay khi có người muốn chơi giống vậy
seek-terms = Chọn loại cờ, thời gian và các điều kiện khác
seek-change = { $terms } · đổi
seek-begin = Bắt đầu tìm
seek-also-games = Cũng chơi
seek-also-times = Giờ khác
reach-label = Hệ số đối thủ
reach-within = ±{ $points } điểm
reach-anyone = Bất kỳ
reach-now = hệ số ±{ $points }
seek-and-more = { $terms } và { $count } kiểu khác
form-too-many = Nhiều nhất { $most } cách kết hợp môn và giờ
form-computer-clock = Máy chỉ chơi ván có tính giờ
seek-stop = Thôi tìm
seek-ended = Đã thôi tìm đối thủ
seek-looking = Đang tìm đối thủ
seek-seeks = Muốn chơi
seek-play = Chơi
seek-play-with = Chơi với { $name }
seek-again = Tìm tiếp
seek-away-label = Khi bạn rời đi
seek-away-tell = Báo cho tôi trong 24 giờ
seek-away-hint = Người khác có thể nhận lời khi bạn vắng mặt. Ván chỉ bắt đầu khi cả hai đồng ý lần nữa.
seek-away-open = Người khác vẫn nhận lời được
seek-away-end = Kết thúc
seek-ask = Hỏi họ
seek-ask-name = Hỏi { $name } có muốn chơi không
seek-tell = Nhắn họ
seek-tell-name = Nhắn { $name } rằng bạn muốn chơi
seek-kept = { $name } sẽ được báo. Bạn sẽ được báo khi họ có mặt.
seek-answered = { $name } muốn chơi với bạn
seek-here = { $name } đang có mặt
seek-to-be-told = { $name } sẽ được báo
seek-declined = { $name } đã từ chối hoặc không còn tìm đối thủ
rating-label = Hệ số
rating-rated = Tính hệ số
rating-unrated = Không tính hệ số
rating-hint = Ván cờ làm thay đổi hệ số của cả hai
rating-not-with-guest = Ván với khách không tính hệ số
rating-opponent-guest = Không tính hệ số: { $name } là khách
rating-opponent-unwilling = Không tính hệ số: { $name } không chọn ván tính hệ số
rating-not-this = Ván này không tính hệ số
unratable-guest = Chỉ người chơi đã đăng ký mới chơi ván tính hệ số
unratable-computer = Ván với máy không tính hệ số
unratable-start-position = Ván từ một thế cờ không tính hệ số
unratable-odds = Ván có thời gian khác nhau không tính hệ số
unratable-untimed = Ván không giới hạn thời gian không tính hệ số
uncounted-too-short = Không tính: ván cờ quá ngắn
uncounted-same-pair = Không tính: hai bạn đã chơi đủ số ván tính hệ số hôm nay
uncounted-unregistered = Không tính: một người chơi không còn đăng ký
uncounted-annulled = Không tính: người quản trị đã hủy kết quả ván cờ
correction-annulled = Kết quả đã bị hủy
correction-red = Xử lại: đỏ thắng
correction-black = Xử lại: đen thắng
correction-draw = Xử lại: hòa
rating-of-computer = Hệ số khoảng { $rating }: chỉ là ước tính. Ván với máy không tính hệ số.
rating-changed = hệ số { $rating } ({ $change })
rating-missing = tạm tính, còn ít nhất { $games } ván
speed-fast = nhanh
speed-normal = vừa
speed-correspondence = qua thư
speed-slow = chậm
rating-of = { $game } ({ $speed }): { $rating }
watches = Đang xem
registered-explained = Tên này được bảo vệ bằng mật khẩu.
register = Đăng ký tên này
register-explained = Tên đã đăng ký cần mật khẩu để vào, các ván đã chơi vẫn ở trong danh sách của bạn và có thể được tính hệ số. Mất mật khẩu thì không lấy lại được.
password-again = Nhập lại mật khẩu
password-hint = Ít nhất 8 ký tự
change-password = Đổi mật khẩu
change-explained = Các thiết bị khác của bạn sẽ cần mật khẩu mới.
old-password = Mật khẩu cũ
old-password-wrong = Mật khẩu cũ không đúng
old-password-missing = Hãy nhập mật khẩu cũ
new-password = Mật khẩu mới
sign-out-here = Đăng xuất trên máy này
sign-out-everywhere = Đăng xuất nơi khác
sign-out-explained = Các thiết bị khác sẽ phải nhập lại mật khẩu. Máy này vẫn đăng nhập.
sign-out-yes = Đăng xuất
chat-hint = Nói gì đó…
chat-empty = Chưa có ai nói gì
you = Bạn
block = Chặn
unblock = Bỏ chặn
blocked = Đã chặn
blocked-players = Kỳ thủ đã chặn
block-explained = Lời thách đấu và tin nhắn của họ không đến bạn, và họ không được báo.
challenge-policy = Ai được thách đấu tôi
waiting-for-answer = Đang chờ trả lời
shutting-down = Máy chủ sắp tắt: không mở ván mới

## Profiles and leaderboards

profile-show = Hồ sơ
profile-own = Hồ sơ của tôi
profile-leaderboard = Bảng xếp hạng
profile-leaderboard-hint = Ai có hệ số cao nhất ở từng môn
profile-computers = Máy theo từng cấp
profile-computers-explained = Các hệ số này là ước tính và không thay đổi, vì ván với máy không tính hệ số.
profile-speed = Tốc độ
profile-nobody = Trong 90 ngày qua chưa ai chơi ván tính hệ số loại này.
profile-hidden = Bạn không cho ai xem hồ sơ, nên người khác không thấy bạn ở đây.
profile-guest = Hãy đăng ký tên để chơi tính hệ số và có mặt ở đây.
profile-games = { $games } ván
profile-missing = còn ít nhất { $games } ván
profile-new-opponents = thêm { $opponents } đối thủ mới
profile-page = { $page } / { $pages }
profile-previous = Trang trước
profile-next = Trang sau
profile-here = Đang có mặt
profile-last-seen = Ghé lần cuối: { $ago }
profile-rated = Ván tính hệ số
profile-no-rated = Chưa có ván tính hệ số nào.
profile-curve = Hệ số sau { $games } ván gần nhất
profile-best-wins = Ván thắng hay nhất
profile-all-games = Tất cả các ván đã xong
profile-last-games = { $games } ván đã xong gần nhất
profile-no-games = Chưa có ván nào đã xong.
profile-openings-red = Khai cuộc hay dùng khi cầm Đỏ
profile-openings-black = Khai cuộc hay dùng khi cầm Đen
profile-audience = Ai xem được hồ sơ của tôi
profile-audience-everyone = Mọi người
profile-audience-registered = Kỳ thủ đã đăng ký
profile-audience-nobody = Không ai
profile-show-seen = Cho biết lần cuối tôi ghé
profile-note = Hệ số của bạn vẫn hiện cạnh tên trong sảnh.
profile-refused-unknown = Ở đây chưa ai đăng ký tên này.
profile-refused-unregistered = Chỉ kỳ thủ đã đăng ký mới có hồ sơ.
profile-refused-private = Kỳ thủ này không cho bạn xem hồ sơ.
profile-register = Có kỳ thủ chỉ cho người đã đăng ký xem: hãy đăng ký tên để xem.
fair-completion = Số ván chơi xong
fair-completion-of = { $finished } trong { $games } ván gần nhất
fair-against = Các ván bỏ dở bị tính với bạn
fair-abandoned = Bỏ ván
fair-never-begun = Không bắt đầu
fair-counts-abandoned = bị tính là bỏ ván
fair-counts-never-begun = bị tính là không bắt đầu
fair-share = Bạn bỏ dở { $unfinished } trong { $games } ván ghép hoặc ván giải gần nhất
fair-streak = Bạn bỏ dở { $games } ván ghép hoặc ván giải liên tiếp
fair-wait = { $why }: tìm lại sau { $time }
fair-wait-short = chưa thể tìm đối thủ trong { $time }
fair-wait-until = Bạn có thể tìm đối thủ lại lúc { $until }
fair-minutes = { $minutes } phút
fair-hours = { $hours } giờ

## Openings of xiangqi

opening-central-cannon = Pháo đầu
opening-palcorner-cannon = Sĩ giác pháo
opening-cross-palace-cannon = Quá cung pháo
opening-golden-hook-cannon = Kim câu pháo
opening-elephant = Phi tượng cuộc
opening-horse = Khởi mã cuộc
opening-edge-horse = Biên mã cuộc
opening-pawn = Tiên nhân chỉ lộ
opening-edge-pawn = Biên binh cuộc
opening-advisor = Thượng sĩ cuộc
met-with-central-cannon = Pháo đầu
met-with-palcorner-cannon = Sĩ giác pháo
met-with-cross-palace-cannon = Quá cung pháo
met-with-golden-hook-cannon = Kim câu pháo
met-with-elephant = Phi tượng
met-with-horse = Lên mã
met-with-edge-horse = Mã biên
met-with-pawn = Tiến tốt
met-with-edge-pawn = Tiến tốt biên
met-with-advisor = Lên sĩ
defense-same-direction-cannons = Thuận pháo
defense-opposite-direction-cannons = Nghịch pháo
defense-screen-horses = Pháo đầu đối Bình phong mã
defense-sandwich-horses = Pháo đầu đối Phản cung mã
defense-single-horse = Pháo đầu đối Đơn đề mã
defense-opposing-pawns = Đối binh cuộc
defense-cannon-behind-pawn = Tiên nhân chỉ lộ đối Tốt để pháo
against-opening = { $opening } đối { $reply }

## Reports of players

report-begin = Báo cáo
report-hint = Cho người quản trị máy chủ biết kỳ thủ này phạm quy
report-heading = Báo cáo { $name }
report-kind = Về việc gì
report-kind-cheating = Gian lận
report-kind-communication = Lời lẽ hoặc tên
report-kind-boosting = Cày hệ số
report-kind-other = Việc khác
report-when-cheating = Họ chơi có máy hoặc người khác mách nước.
report-when-communication = Họ lăng mạ, đe dọa hay quảng cáo khi trò chuyện, hoặc có tên như vậy.
report-when-boosting = Họ cố ý thua, hoặc tự đấu với mình, để đổi hệ số.
report-when-other = Không thuộc các loại trên; hãy nói rõ.
report-words = Chuyện gì đã xảy ra
report-words-hint = Nhiều nhất { $most } ký tự
report-attached-game = Máy chủ kèm ván { $game } và phần trò chuyện ở đó mà bạn đã đọc.
report-attached = Máy chủ kèm phần trò chuyện bạn đã đọc, hoặc ván gần nhất giữa hai người.
report-privacy = Người kia không biết ai đã báo cáo.
report-send = Gửi báo cáo
report-no-kind = Hãy chọn báo cáo về việc gì.
report-no-words = Hãy nói chuyện gì đã xảy ra.
report-decided = Báo cáo của bạn đã được xử lý
report-upheld = Người quản trị đã xem báo cáo của bạn về { $name } và đã xử lý. Cảm ơn bạn.
report-dismissed = Người quản trị đã xem báo cáo của bạn về { $name } và không thấy gì cần xử lý.
report-understood = Tôi đã đọc
report-judged = Người quản trị đã quyết định về bạn
report-effect-dismiss = Không có gì xảy ra.
report-effect-warn = Đây là lời cảnh cáo.
report-effect-mute = Bạn không được trò chuyện.
report-effect-ban = Bạn không được vào máy chủ này.
report-until = Đến { $time }
report-unlimited = Không thời hạn
report-about = Về việc
report-reason = Lý do
report-appeal = Khiếu nại của bạn
report-appeal-hint = Vì sao quyết định sai; chỉ được khiếu nại một lần
report-appeal-send = Khiếu nại
report-name-banned = Tên này bị cấm
report-name-may-appeal = Nếu đây từng là tên của bạn, bạn được khiếu nại quyết định một lần.
report-list = Các báo cáo
report-none = Không có báo cáo nào đang mở.
report-more = Còn { $count } báo cáo nữa, sẽ hiện ra khi bạn xử lý xong các báo cáo này.
report-appeals = Khiếu nại
report-appeals-answer = Nếu khiếu nại đúng, người quản trị máy chủ sẽ gỡ lệnh cấm.
report-appeals-more = Còn { $count } khiếu nại cũ hơn không hiện ra.
report-verdict = Quyết định
report-appealed = Nội dung khiếu nại
report-appeal-unproven = Không có bằng chứng: có thể là của người khác
report-item = Số { $number }: { $name }
report-by = Từ { $name }
report-game = Ván { $game }
report-decision-reason = Lý do
report-decision-hint = Chỉ bác bỏ là không cần
report-term = Hạn
report-term-day = 1 ngày
report-term-week = 7 ngày
report-term-month = 30 ngày
report-term-unlimited = mãi mãi
report-measure-dismiss = Bác bỏ
report-measure-warn = Cảnh cáo
report-measure-mute = Cấm nói
report-measure-ban = Cấm vào
report-refused-yourself = Bạn không thể báo cáo chính mình.
report-refused-not-met = Gần đây bạn không chơi với kỳ thủ này, cũng chưa đọc lời nào của họ.
report-refused-already-reported = Báo cáo trước của bạn về kỳ thủ này chưa được xử lý.
report-refused-too-long = Lời viết quá dài.
report-refused-empty = Chưa viết gì.
report-refused-full = Máy chủ có quá nhiều báo cáo đang mở. Hãy thử lại sau.
report-refused-unknown = Không còn báo cáo này nữa.
report-refused-not-moderator = Chỉ người điều hành mới làm được.
report-refused-gone = Kỳ thủ đã đi. Hãy bác bỏ báo cáo, hoặc cảnh cáo.
report-refused-too-many-sanctions = Có quá nhiều lệnh cấm. Người quản trị phải gỡ bớt.
report-examine = So với máy cờ
report-examine-hint = Các nước của ván cờ giống máy cờ đến đâu, và ở hệ số đó thường thế nào
report-examining = Máy cờ đang xem ván cờ: hãy hỏi lại sau một phút.
report-agreement = { $percent } % trong { $moves } nước nằm trong ba nước tốt nhất của máy cờ; mỗi nước mất { $loss } phần trăm tốt
report-agreement-few = Chỉ { $moves } nước có thể xét, chưa nói lên điều gì
report-usual = Thường thấy ở hệ số { $lowest } đến { $highest }, trong { $others } trường hợp khác: { $percent } %, { $loss } phần trăm tốt
report-usual-unrated = Ván cờ không tính hệ số nên không có gì để so.
report-usual-few = Quá ít ván tính hệ số để so: { $others } trên { $needed }
report-examining-others = Còn { $games } ván đang được xem: hỏi lại sau để so sánh chính xác hơn.
report-only-a-hint = Chỉ là gợi ý, không bao giờ là phán quyết: thế cờ đơn giản, biến quen thuộc hay ngày phong độ tốt cũng như vậy.
report-refused-not-examined = Không thể xem ván cờ: chỉ xem được ván cờ tướng đã kết thúc, mỗi lần vài ván.
notice-chat-marked = Câu của bạn có từ trong danh sách của máy chủ, nên người ẩn những câu như vậy không thấy.
show-marked-chat = Hiện câu có từ bị máy chủ đánh dấu
notice-reported = Báo cáo đã được lưu. Khi xử lý xong, bạn sẽ đọc được ở đây.

## A challenge

game = Loại cờ
colors = Bên
your-colors = Bên của bạn
time = Thời gian
takebacks = Đi lại
start = Thế cờ
custom-start = Thế cờ tùy chọn
accept = Nhận lời
decline = Từ chối
decline-because = Từ chối, nêu lý do
both-times = Thời gian
your-time = Thời gian của bạn
opponents-time = Thời gian của đối thủ
same-times = Hai bên như nhau
different-times = Khác nhau
start-hint = FEN, nếu có
send-challenge = Gửi thách đấu
minutes = phút
seconds = giây
no-limit-hint = 0 hoặc để trống: không giới hạn

## The board

moves = Biên bản
available = Nước đi
chat = Tán gẫu
more = Thêm
no-moves-yet = Chưa có nước đi
nothing = —
not-your-turn-list = Khi đến lượt bạn, các nước hợp lệ được liệt kê ở đây
click-twice = Bấm một lần để xem trên bàn cờ, bấm lần nữa để đi
click-twice-fingers = Chạm một nước để xem trên bàn cờ. Chạm điểm đến ở đó để đi.
online = trực tuyến
away = mất kết nối
left = đã rời bàn
opponents-turn = Lượt đối thủ
in-check = Chiếu tướng
you-are-in-check = Bạn bị chiếu
sending = Đang gửi…
in-read-time = đếm giây
takeback = Xin đi lại
draw = Xin hòa
resign = Chịu thua
abort = Hủy ván
rematch = Chơi ván nữa
to-lobby = Về phòng chờ
accept-offer = Đồng ý
decline-offer = Từ chối
withdraw = Rút lại
abort-question = Hủy ván này?
resign-question = Chịu thua?
resign-yes = Chịu thua
resign-no = Chơi tiếp
claim-win = Xử thắng
claim-draw = Xử hòa
to-current = Về ván cờ
flip = Xoay bàn
untimed = Không tính giờ
list-comma = { ", " }
list-semicolon = { "; " }

## Luzhanqi

setting-up = Bày quân
still-setting-up = đang bày quân
ready = sẵn sàng
setup-state = Đổi chỗ quân rồi xác nhận
setup-hint = Bấm một quân rồi bấm quân khác để đổi chỗ, hoặc kéo quân này lên quân kia. Quân kỳ đặt trong đại bản doanh, mìn ở hai hàng cuối, bom không đặt ở hàng đầu. Hành doanh để trống.
setup-hint-fingers = Chạm một quân rồi chạm quân khác để đổi chỗ, hoặc kéo quân này lên quân kia. Quân kỳ đặt trong đại bản doanh, mìn ở hai hàng cuối, bom không đặt ở hàng đầu. Hành doanh để trống.
setup-waiting = Đã xác nhận. Bạn có thể rút lại cho đến khi đối thủ cũng xác nhận.
confirm-formation = Xong
withdraw-formation = Rút lại
shuffle = Xáo
layouts = Thế trận
layout-name = Lưu thế trận này với tên
layout-name-hint = tên thế trận
save = Lưu
load = Mở
rename = Đổi tên
rename-to = Tên mới
delete-layout = Xóa
no-layouts = Chưa lưu thế trận nào.
layouts-in = Tệp thế trận nằm trong thư mục này. Thế trận của người khác cũng đặt vào đây:
losses = Tổn thất
own-losses = Quân bạn mất
enemy-losses = Quân đối thủ mất
your-turn-short = Đến lượt bạn
mark-as = Đánh dấu { $station } là
clear-mark = Xóa
marks-hint = Bấm một quân úp để ghi quân bạn đoán. Chỉ bạn thấy dấu này.
marks-hint-fingers = Chạm một quân úp để ghi quân bạn đoán. Chỉ bạn thấy dấu này.
mines = Khi quân chạm mìn
red-losses = Đỏ mất
black-losses = Đen mất

## Xiangqi

repetitions = Luật lặp nước

## Phrases of the chat

lobby-phrase-1 = Chào mọi người!
lobby-phrase-2 = Ai làm một ván?
lobby-phrase-3 = Cờ nhanh nhé?
lobby-phrase-4 = Cờ chậm nhé?
lobby-phrase-5 = Đợi chút.
game-phrase-1 = Chào bạn!
game-phrase-2 = Chúc may mắn!
game-phrase-3 = Nước hay!
game-phrase-4 = Để tôi nghĩ.
game-phrase-5 = Mời bạn đi.
game-phrase-6 = Chơi hay lắm.
game-phrase-7 = Cảm ơn, hẹn gặp lại!

## The connection

paused-retry-in = Máy chủ tạm dừng. Thử lại sau { $seconds } giây
paused-retrying = Máy chủ tạm dừng. Đang thử lại…
hall-moving = Sảnh đang chuyển sang máy chủ khác. Đang kết nối lại…
connection-lost-in = Mất kết nối. Lần thử { $attempt } sau { $seconds } giây
connection-lost-now = Mất kết nối. Đang thử lần { $attempt }…
connected-to = Đã kết nối { $server }
hosting-at = Máy chủ của bạn đang chạy ở cổng { $port }
encrypted-with =
    Đã mã hóa (TLS). Dấu vân tay chứng chỉ của máy chủ:
    { $fingerprint }
round-trip = { $ms } ms

## Players and challenges

policy-everyone = Mọi người
policy-registered = Kỳ thủ đã đăng ký
policy-nobody = Không ai
blocked-count = đã chặn { $count }
lobby-away = { $players } mất kết nối
lobby-online = { $players } người
lobby-online-all = { $players } trực tuyến
lobby-computers = { $computers } máy
lobby-games = { $games } ván
computer-of-level = Máy, cấp { $level }
live-games = Đang chơi
live-games-more = Các ván khác
games-together = Ván đã đấu với nhau
recent-opponents = Đối thủ gần đây
games-together-none = Chưa đấu ván nào
games-together-failed = Máy chủ không gửi các ván
games-together-all = Tất cả các ván
no-running-games = Chưa có ván nào đang chơi. Hãy thách đấu ai đó, người khác sẽ xem được.
preview-over = Ván đã kết thúc
lobby-address = Địa chỉ máy chủ này, để gửi cho bạn bè:
lobby-visitors = Đã ghé gần đây
seen-just-now = vừa xong
seen-minutes = { $minutes } phút trước
seen-hours = { $hours } giờ trước
seen-days = { $days } ngày trước
score = { $won } thắng · { $drawn } hòa · { $lost } thua
here-just-joined = vừa vào
here-minutes = vào { $minutes } phút
here-hours = vào { $hours } giờ
challenge-by = { $name } thách đấu bạn
challenge-to = Thách đấu { $name }
seconds-left = { $seconds } giây
and-more = và { $count } người nữa
is-offline = { $name } mất kết nối
preset-quick = Nhanh
preset-standard = Tiêu chuẩn
preset-slow = Chậm
preset-tournament = Thi đấu
preset-move-only = Từng nước
preset-untimed = Không tính giờ
labelled = { $label }: { $value }
aside = { $what } ({ $more })
color-choice-red = Đỏ, đi trước
color-choice-black = Đen, đi sau
color-choice-random = Ngẫu nhiên
you-play-red = bạn cầm Đỏ, đi trước
you-play-black = bạn cầm Đen, đi sau
you-play-random = bên ngẫu nhiên
takeback-policy-off = Không đi lại
takeback-policy-ask = Cần đồng ý
rule-set-asian = Luật châu Á
rule-set-chinese = Luật Trung Quốc
rule-set-simple = Luật đơn giản
decline-unspecified = Không nêu lý do
decline-busy = Tôi đang bận
decline-later = Để khi khác nhé
decline-too-fast = Thời gian quá ngắn
decline-too-slow = Thời gian quá dài
decline-other-terms = Muốn điều kiện khác
game-xiangqi = Cờ tướng
game-luzhanqi-classic = Cờ lục quân
game-luzhanqi-cross = Cờ lục quân chữ thập
mine-rule-stays = chỉ mất quân
mine-rule-both-captured = cả hai cùng mất

## Times

clock-part-game = Cả ván
clock-part-move = Mỗi nước
clock-part-increment = Cộng thêm
clock-part-read = Đếm giây
clock-game = { $minutes } phút
clock-game-short = { $minutes } phút
clock-per-move = { $seconds } giây mỗi nước
clock-increment = cộng { $seconds } giây
clock-read = đếm { $seconds } giây
clock-separator = { ", " }
clock-untimed = không tính giờ
countdown-seconds = { $seconds } giây
countdown-minutes = { $minutes }:{ $seconds }
move-time = nước { $seconds } giây
read-time = rồi { $seconds } giây

## At the table

red = Đỏ
black = Đen
side-to-move = Lượt { $side } đi
offered-takeback-by = { $name } xin đi lại
offered-draw-by = { $name } xin hòa
offered-rematch-by = { $name } muốn chơi ván nữa
offered-takeback = Bạn đã xin đi lại
offered-draw = Bạn đã xin hòa
offered-rematch = Bạn đã mời chơi ván nữa
opponent-away-until = { $name } mất kết nối. Bạn có thể xin xử thắng hoặc hòa sau { $time }
opponent-away-long = { $name } mất kết nối
early-absence = { $name } mất kết nối. Ván bị hủy sau { $time }
absence-short-own = mất kết nối thêm { $time } thì đối thủ được xin xử
absence-short-opponent = mất kết nối thêm { $time } thì bạn được xin xử
absence-left-own = Nếu bạn mất kết nối thêm { $time } trong ván này, đối thủ có thể xin xử thắng hoặc hòa
absence-left-opponent = Nếu { $name } mất kết nối thêm { $time } trong ván này, bạn có thể xin xử thắng hoặc hòa
interruption-credit = Máy chủ đã bị gián đoạn trong ván này: thời gian cả ván được cộng { $time }.
lag-credit-seconds = bù trễ { $seconds } giây
lag-credit-left = Độ trễ mạng do máy chủ đo không bị tính vào đồng hồ này: tối đa 0.5 giây mỗi nước. Còn { $seconds } giây để bù; mỗi nước cộng lại 0.1 giây.
first-move-clock = nước đầu tiên
result-won = Thắng
result-lost = Thua
result-drawn = Hòa
result-aborted = Ván bị hủy
plies = { $plies } nước
delayed = Bạn đang xem · chậm { $plies } nước
spectators = { $count } người xem
reviewing = { $ply ->
        [0] Thế ban đầu
       *[other] Nước { $ply } trên { $of }
    }

## Luzhanqi

setup-left = Còn { $time }; sau đó ván bắt đầu với thế trận hiện tại
lost-count = { $count } quân
quiet-steps = { $quiet } nước không giao chiến; hòa khi đủ { $of }
side-passed = { $side } mất lượt { $passes }/{ $of }
draw-near = Hòa sau { $steps } nước nữa không giao chiến
notation-passed = mất lượt
notation-lost = { $squares } thua
notation-won = { $squares } thắng
notation-both = { $squares } đổi
notation-piece = { $piece } { $squares }
notation-takes = { $moved } ăn { $met }
notation-both-with = { $moved } đổi { $met }
ply-by-me = Bạn:
ply-by-opponent = Đối thủ:
ply-moved = { $who } { $what }
ply-battle = { $who } { $what }, { $outcome }
ply-falls = { $piece } bị mất
ply-flag-taken = đoạt cờ
ply-attacker-falls = quân tấn công bị mất
ply-defender-falls = quân phòng thủ bị mất
ply-both-fall = cả hai cùng mất
ply-both-fall-with = cả hai cùng mất, một quân là { $piece }
short-marshal = Tư
short-general = QĐ
short-major-general = Sư
short-brigadier = Lữ
short-colonel = Tr.đoàn
short-major = Tiểu
short-captain = Đại
short-lieutenant = Tr.đội
short-engineer = Công
short-bomb = Bom
short-mine = Mìn
short-flag = Cờ
short-camp = HD
short-headquarters = ĐBD
strength-marshal = Tư lệnh
strength-general = Quân đoàn trưởng
strength-major-general = Sư đoàn trưởng
strength-brigadier = Lữ đoàn trưởng
strength-colonel = Trung đoàn trưởng
strength-major = Tiểu đoàn trưởng
strength-captain = Đại đội trưởng
strength-lieutenant = Trung đội trưởng
strength-engineer = Công binh
strength-bomb = Bom
strength-mine = Mìn
strength-flag = Quân kỳ
battle-defender-captured = thắng
battle-attacker-captured = thua
battle-both-captured = cả hai

## Rulings on repetitions

repetition-loss = { $loser } thua vì { $offence }: { $moves }, { $done }
repetition-loss-warning = Nếu lặp lại lần nữa, { $loser } thua vì { $offence }: { $moves }, { $done }
repetition-draw = Hòa: thế cờ lặp lại lần thứ ba. { $moves }
repetition-draw-both = Hòa: hai bên cùng { $offence }. { $moves }
repetition-draw-warning = Nếu lặp lại lần nữa, ván cờ hòa. { $moves }
repetition-draw-both-warning = Nếu lặp lại lần nữa, ván cờ hòa: hai bên cùng { $offence }. { $moves }
repetition-offence-check = trường chiếu
repetition-offence-chase = trường tróc
repetition-offence-attack = trường đả
repetition-done-checks = chiếu { $times } lần liên tiếp
repetition-done-attacks = chiếu, dọa chiếu bí hoặc tróc quân { $times } lần liên tiếp
repetition-done-pinned-rook = { $times } lần liên tiếp tróc Xe bị Mã ghim
repetition-done-chases = { $times } lần liên tiếp tróc { $victims }
repetition-victims-separator = { " và " }
repetition-victim-king-red = Tướng
repetition-victim-king-black = Tướng
repetition-victim-advisor-red = Sĩ không có căn
repetition-victim-advisor-black = Sĩ không có căn
repetition-victim-elephant-red = Tượng không có căn
repetition-victim-elephant-black = Tượng không có căn
repetition-victim-horse = Mã không có căn
repetition-victim-rook = Xe
repetition-victim-cannon = Pháo không có căn
repetition-victim-pawn-red = Tốt không có căn
repetition-victim-pawn-black = Tốt không có căn

## How games end

outcome-you-won = Bạn thắng
outcome-you-lost = Bạn thua
outcome-red-won = Đỏ thắng
outcome-black-won = Đen thắng
outcome-drawn = Hòa
outcome-aborted = Ván bị hủy
reason-agreement = Hai bên đồng ý hòa
reason-time-without-attackers = Hết giờ, đối thủ hết quân tấn công
reason-abandonment = Một bên rời ván
reason-too-long = Ván cờ đạt độ dài tối đa
reason-quiet-steps = Quá nhiều nước không giao chiến
reason-repetition = Thế cờ lặp lại ba lần
reason-natural-limit = 60 hiệp không ăn quân
reason-no-attackers = Cả hai bên đều hết quân tấn công
reason-requested = { $side } hủy ván
reason-no-first-move = { $side } không kịp đi nước đầu tiên
reason-absent = { $side } mất kết nối quá lâu trước nước đầu
reason-both-away = Cả hai kỳ thủ vắng mặt quá lâu
reason-organiser = Ban tổ chức giải đã dừng ván đấu
reason-server-shutdown = Máy chủ đã tắt
win-checkmate = Chiếu bí
win-stalemate = { $loser } hết nước đi
win-resignation = { $loser } chịu thua
win-game-time = { $loser } hết giờ
win-move-time = { $loser } hết giờ của nước đi
win-abandonment = { $loser } rời ván
win-flag-captured = { $loser } mất quân kỳ
win-no-movable-piece = { $loser } không còn quân đi được
win-perpetual-check = { $loser } trường chiếu
win-perpetual-chase = { $loser } trường tróc
win-perpetual-attack = { $loser } trường đả

## Why there is no connection

offline-version = Máy chủ cần phiên bản { $oldest } đến { $newest }; hãy cập nhật chương trình
offline-one-version = Máy chủ cần phiên bản { $version }; hãy cập nhật chương trình
offline-by-server = Máy chủ đã đóng kết nối
offline-broken = Máy chủ gửi dữ liệu lỗi
offline-failed = Kết nối bị lỗi: { $words }
server-silent = Máy chủ không trả lời. Đang thử lại…
seat-waits = Ván cờ hoặc lời mời của bạn vẫn chờ ở đó.
server-answers = Máy chủ đã trả lời lại
server-missing = Trang này không có máy chủ
connect-unknown-host = Địa chỉ này không tồn tại
connect-refused = Không có máy chủ nào chạy ở địa chỉ này
connect-timed-out = Máy chủ không phản hồi
connect-unreachable = Mạng của bạn không tới được địa chỉ này
connect-not-chuhe = Đây không phải máy chủ Chuhe
connect-no-tls = Chưa kết nối: máy chủ không hỗ trợ TLS
connect-certificate-changed = Chưa kết nối: chứng chỉ của máy chủ đã thay đổi
connect-tls-failed = TLS bị lỗi: { $words }
connect-other = Không kết nối được: { $words }
closed-quit = Bạn đã rời máy chủ
closed-superseded = Bạn đã vào từ nơi khác, nên kết nối này bị đóng
closed-other-tab = Bạn đang chơi tiếp ở một thẻ khác
closed-other-window = Bạn đang chơi tiếp ở một cửa sổ khác
closed-no-greeting = Máy chủ đóng kết nối: không kịp nhận được tên
closed-silent = Máy chủ đóng kết nối: quá lâu không nhận được gì
closed-flood = Máy chủ đóng kết nối: quá nhiều yêu cầu
closed-slow-reader = Máy chủ đóng kết nối: mạng của bạn quá chậm
closed-broken-frame = Máy chủ đóng kết nối: nhận được dữ liệu lỗi
closed-shutting-down = Máy chủ đã tắt
closed-server-full = Máy chủ đã đầy; hãy thử lại sau
closed-signed-out = Bạn đã đăng xuất ở mọi nơi
closed-address-full = Quá nhiều kết nối từ địa chỉ của bạn
closed-tls-required = Máy chủ này chỉ nhận kết nối TLS
closed-kicked = Người quản trị đã đóng kết nối của bạn
closed-name-registered = Tên này đã được người khác đăng ký; hãy chọn tên khác
closed-banned = Bạn bị cấm vào máy chủ này
closed-banned-for = Bạn bị cấm vào máy chủ này thêm { $minutes } phút
closed-hall-moved = Sảnh đã chuyển sang máy chủ khác

## Refusals

refusal-no-formations = Loại cờ này không có phần bày quân
refusal-claim-too-soon = Bạn có thể làm việc này sau { $seconds } giây
refusal-chat-too-fast = Bạn viết quá nhanh; hãy đợi { $seconds } giây
refusal-not-joined = Hãy vào máy chủ trước
refusal-already-joined = Bạn đã vào máy chủ
refusal-name-taken = Tên này đã có người dùng; hãy chọn tên khác
refusal-name-reserved = Tên này dành cho người quản lý máy chủ hoặc cho máy; hãy chọn tên khác
refusal-unknown-token = Phiên trước đã hết hạn; hãy vào lại
refusal-shutting-down = Máy chủ sắp tắt: không mở ván mới
refusal-no-such-player = Kỳ thủ này đã rời đi
refusal-challenge-self = Bạn không thể thách đấu chính mình
refusal-opponent-busy = Kỳ thủ này đang chơi
refusal-you-are-busy = Bạn đang chơi
refusal-already-challenged = Bạn đã thách đấu kỳ thủ này
refusal-too-many-challenges-out = Bạn có quá nhiều lời thách đấu; hãy hủy một lời hoặc đợi
refusal-too-many-challenges-in = Kỳ thủ này có quá nhiều lời thách đấu; hãy thử lại sau
refusal-no-such-challenge = Lời thách đấu này không còn nữa
refusal-not-your-challenge = Đây không phải lời thách đấu của bạn
refusal-no-such-game = Máy chủ không có ván này; có thể ván đã kết thúc
refusal-not-your-game = Bạn không chơi ván này
refusal-not-watching = Bạn không xem ván này
refusal-game-over = Ván cờ đã kết thúc
refusal-game-running = Ván cờ chưa kết thúc
refusal-wrong-ply = Thế cờ đã thay đổi, nên nước này không được đi
refusal-resign-too-early = Bạn chưa thể chịu thua
refusal-abort-too-late = Hai bên đều đã đi, nên không hủy ván được nữa
refusal-nothing-to-claim = Hai bên đều đã đi mới được xử thắng hoặc xử hòa
refusal-opponent-not-away = Đối thủ không mất kết nối
refusal-opponent-left = Đối thủ đã rời bàn
refusal-chat-empty = Hãy viết gì đó trước
refusal-chat-too-long = Quá dài: tối đa 200 ký tự
refusal-too-many-offers = Bạn đã đề nghị quá nhiều lần trong ván này
refusal-name-registered = Tên này đã đăng ký: hãy chọn tên khác hoặc nhập mật khẩu
refusal-wrong-password = Sai tên hoặc mật khẩu
refusal-invalid-password = Mật khẩu cần 8 đến 128 ký tự
refusal-already-registered = Tên của bạn đã đăng ký rồi
refusal-request-pending = Yêu cầu trước chưa xong; hãy đợi
refusal-paused = Các ván tạm dừng: máy chủ chưa lưu được
refusal-opponent-away = Đối phương mất kết nối; hãy đợi một chút
refusal-cannot-watch = Bạn đang ngồi ở bàn của ván này nên không thể xem
refusal-too-many-spectators = Ván này có quá nhiều người xem
refusal-unreadable = Không đọc được biên bản ván này
refusal-registry-full = Máy chủ này không đăng ký thêm tên được nữa
refusal-no-challenges = Kỳ thủ này hiện không nhận thách đấu
refusal-registered-challengers-only = Kỳ thủ này chỉ nhận thách đấu của người đã đăng ký
refusal-player-blocked = Bạn đã chặn kỳ thủ này; hãy bỏ chặn để chơi
refusal-too-many-blocks = Bạn chặn được tối đa { $count } kỳ thủ
refusal-block-self = Bạn không thể chặn chính mình
refusal-no-such-hall = Máy chủ không có sảnh này
refusal-hall-full = Sảnh đã đầy; hãy chọn sảnh khác
refusal-other-hall = Hãy kết nối lại để vào sảnh khác
refusal-no-registration = Máy chủ này không cho đăng ký tên
refusal-hall-elsewhere = Sảnh đang chuyển sang máy chủ khác; hãy thử lại sau giây lát
refusal-no-such-invitation = Không có lời mời này ở đây: hãy xin bạn bè liên kết mới
refusal-invitation-accepted = Người khác đã nhận lời mời này
refusal-invitation-withdrawn = Lời mời này đã được rút lại
refusal-invitation-expired = Lời mời này đã hết hạn
refusal-invitation-busy = Người mời bạn đã vào ván khác
refusal-invitation-gone = Người mời bạn đã rời đi
refusal-own-invitation = Đây là lời mời của chính bạn: hãy gửi liên kết cho bạn bè
refusal-too-many-invitations = Bạn đã có một lời mời đang mở
refusal-invitations-full = Có quá nhiều lời mời ở đây; hãy thử lại sau
seek-refused-count = Bạn có thể tìm từ 1 đến { $most } kiểu ván cùng lúc
seek-refused-start = Muốn chơi từ một thế cờ, hãy thách đấu hoặc mời
seek-refused-odds = Muốn chơi với thời gian khác nhau, hãy thách đấu hoặc mời
seek-refused-full = Quá nhiều người đang tìm đối thủ ở đây; hãy thử lại sau
seek-refused-gone = Người này không còn tìm ván như vậy
seek-refused-reach = Người này tìm đối thủ có hệ số gần mình hơn
seek-refused-guest = Chỉ người đã đăng ký mới được báo sau; hãy đăng ký tên trước
seek-refused-answers = Quá nhiều người đang chờ được báo; hãy thử lại sau
seek-refused-asleep = Hãy mở lại Chuhe trước khi tìm đối thủ
refusal-invitation-taken = Người khác đã nhận lời mời này và đang chờ
refusal-invitation-missed = Trong một giờ hai người đã không cùng có mặt
refusal-invitation-left = Bạn đã rời lời mời này
refusal-challenge-too-soon = Bạn có thể thách đấu lại kỳ thủ này sau { $seconds } giây
refusal-too-many-attempts = Thử quá nhiều lần; hãy đợi { $seconds } giây
silenced = Người quản trị đã cấm bạn trò chuyện
silenced-for = Người quản trị cấm bạn trò chuyện thêm { $minutes } phút
illegal-other-game = Nước này thuộc loại cờ khác
offer-too-soon = Bạn có thể đề nghị lại sau { $seconds } giây
offer-draw-too-often = Bạn có thể xin hòa lại sau { $plies } nước
offer-takeback-off = Ván này không cho đi lại
offer-nothing-to-take-back = Bạn chưa đi nước nào
offer-pending = Bạn đã đề nghị rồi; hãy đợi trả lời
offer-before-both-moved = Hai bên đều đã đi mới được xin hòa
offer-no-open-offer = Lời đề nghị này không còn nữa
illegal-not-your-turn = Chưa đến lượt bạn
illegal-no-piece = Ở đó không có quân
illegal-not-your-piece = Đó không phải quân của bạn
illegal-own-piece-there = Ở đó có quân của bạn
illegal-not-its-move = Quân này không đi như thế
illegal-horse-leg-blocked = Mã bị cản chân
illegal-elephant-eye-blocked = Tượng bị cản
illegal-elephant-may-not-cross-river = Tượng không được qua sông
illegal-outside-palace = Quân này không được ra khỏi cung
illegal-path-blocked = Có quân chặn đường
illegal-cannon-no-screen = Pháo ăn quân phải có ngòi
illegal-cannon-too-many-screens = Pháo chỉ ăn qua đúng một ngòi
illegal-pawn-may-not-retreat = Tốt không được lùi
illegal-pawn-may-not-step-aside-yet = Tốt qua sông rồi mới được đi ngang
illegal-general-in-check = Tướng của bạn sẽ bị chiếu
illegal-generals-would-face = Hai Tướng sẽ lộ mặt nhau
illegal-same-point = Quân vẫn ở chỗ cũ
illegal-not-begun = Hai bên phải xác nhận thế trận trước
illegal-off-the-board = Bàn cờ này không có vị trí đó
illegal-never-moves = Mìn và quân kỳ không bao giờ đi
illegal-in-headquarters = Quân trong đại bản doanh không đi được nữa
illegal-camp-occupied = Không vào được hành doanh đã có quân
illegal-only-engineers-turn = Chỉ công binh được rẽ trên đường sắt
illegal-no-path = Quân này không tới đó được
illegal-battle-undecided = Trận đánh của quân này chưa có kết quả
formation-too-many = Bộ quân không đủ hoặc thừa
formation-flag-outside-headquarters = Quân kỳ phải ở trong đại bản doanh
formation-mine-too-far-forward = Mìn phải ở hai hàng cuối
formation-bomb-in-front = Bom không được ở hàng đầu
setup-already-begun = Ván cờ đã bắt đầu
setup-already-confirmed = Bạn đã xác nhận; hãy rút lại rồi mới đổi thế trận
setup-not-confirmed = Bạn chưa xác nhận thế trận
setup-nothing-placed = Bạn chưa bày quân
name-empty = Hãy nhập tên
name-too-long = Tên dài tối đa { $count } ký tự
name-space = Tên không được có dấu cách
name-invisible = Tên có ký tự không nhìn thấy được
name-character = Tên không được có "{ $character }"; hãy dùng chữ, số, _ và -
filter-opponent-too-long = Tên cần tìm quá dài
filter-position = Thế cờ không hợp lệ
terms-increment-without-game-time = Cộng giây cần có thời gian cả ván
terms-read-seconds-without-game-time = Đếm giây cần có thời gian cả ván
terms-too-long = Mỗi mức thời gian tối đa một ngày
terms-too-short = Mỗi mức thời gian ít nhất một giây
terms-start-position = Thế cờ ban đầu không hợp lệ
terms-start-is-over = Ở thế cờ này, ván cờ đã kết thúc
terms-watch-delay = Độ trễ khi xem là 0 đến 40 nước
terms-no-takeback = Cờ lục quân không cho đi lại
options-resign-too-late = Phải được chịu thua chậm nhất từ nước { $most }
options-quiet-steps = Số nước không giao chiến để hòa phải từ { $fewest } đến { $most }
options-notice-too-early = Lời báo trước khi hòa đến quá sớm
options-passes = Số lần mất lượt để thua phải từ 1 đến { $most }
fen-rank-count = FEN cần 10 hàng; ở đây có { $found }
fen-rank-length = Hàng { $rank } của FEN không có 9 điểm
fen-adjacent-digits = Hàng { $rank } của FEN có hai số liền nhau
fen-unknown-letter = { $letter } trong FEN không phải quân cờ
fen-king-count = { $found ->
        [0] { $side } không có Tướng
       *[other] { $side } có { $found } Tướng
    }
fen-too-many = Có quá nhiều { $piece }
fen-misplaced = Không thể có { $piece } ở { $square }
fen-pawns-on-one-file = { $side } có hai Tốt chưa qua sông trên cột của { $square }
fen-generals-facing = Hai Tướng lộ mặt nhau
fen-opponent-in-check = Bên không đến lượt đang bị chiếu
fen-invalid-side = Bên đến lượt phải là w hoặc b
fen-invalid-dash = Trường thứ ba và thứ tư của FEN phải là dấu -
fen-invalid-halfmove-clock = Trường thứ năm của FEN phải là số từ 0 đến 9999
fen-invalid-fullmove-number = Trường thứ sáu của FEN phải là số từ 1 đến 9999
fen-missing-field = FEN thiếu một trường
fen-trailing-field = Sau FEN có phần thừa
password-too-short = Quá ngắn: ít nhất { $count } ký tự
password-too-long = Mật khẩu này quá dài
password-differ = Hai mật khẩu không giống nhau
denied-offline = Mất kết nối
denied-game-gone = Máy chủ không còn ván này
denied-resign-later = Bạn có thể chịu thua sau { $steps } nước nữa
form-not-a-number = { $part }: không phải số

## Layouts of luzhanqi in files

layout-saved = Đã lưu thế trận vào { $path }
layout-loaded = Đã mở thế trận { $name }
layout-exists = Đã có thế trận { $name }
layout-deleted = Đã xóa thế trận { $name }
layout-bad-layout = { $name } không phải thế trận hợp lệ: dòng { $line }, cột { $column }: { $why }
layout-no-name = Hãy nhập tên thế trận
layout-name-character = Tên không được có "{ $character }"; hãy dùng chữ, số, dấu cách và _ - · ， ( )
layout-name-long = Tên có { $count } ký tự, tối đa là { $most }
file-not-a-file = { $path } không phải là tệp
file-missing = Không có tệp { $path }
file-refused = Không mở được { $path }: { $words }
layout-failed = Thao tác với tệp bị lỗi: { $words }
layout-full = Trình duyệt không còn chỗ để lưu bố cục
layout-fault-heading = tệp phải bắt đầu bằng luzhanqi layout 1
layout-fault-too-short = tệp quá ngắn
layout-fault-too-long = có phần thừa
layout-fault-unknown-letter = { $letter } không phải quân cờ
layout-fault-camp-expected = hành doanh phải ghi bằng dấu chấm
layout-fault-piece-expected = vị trí này không phải hành doanh

## Notices

notice-opponent-ready = Đối thủ đã sẵn sàng
notice-opponent-withdrew = Đối thủ rút lại và bày quân lại
notice-play-begins = Đã xếp quân xong: Đỏ đi trước
notice-own-flag-shown = Bạn mất Tư lệnh: đối thủ thấy quân kỳ của bạn
notice-flag-shown = { $side } mất Tư lệnh: quân kỳ bị lộ
notice-flags-shown = Hai Tư lệnh cùng mất: cả hai quân kỳ bị lộ
notice-in-check = Chiếu tướng!
notice-not-kept = Không lưu được cài đặt và tiến độ: đã hết chỗ trống
notice-taken-back = Đã lùi lại nước đi
notice-opponent-away = Đối thủ mất kết nối
notice-opponent-asleep = Điện thoại của đối thủ đang ngủ: thời gian vắng mặt được tính sau 3 phút
notice-opponent-back = Đối thủ đã quay lại
notice-opponent-left = Đối thủ đã rời bàn
notice-reconnected = Đã kết nối lại
notice-sent-again = Đã kết nối lại. Yêu cầu vừa rồi đã được gửi lại
notice-certificate-pinned = Đã mã hóa. Lần đầu vào máy chủ này: đã ghi nhớ chứng chỉ { $fingerprint }
notice-copied = Đã sao chép
invitation-heading = Mời bạn bè bằng liên kết
invitation-create = Tạo liên kết
invitation-instead = Gửi liên kết
invitation-open = Lời mời
invitation-explained = Hãy gửi liên kết này cho bạn bè. Ai mở trước sẽ đấu với bạn.
invitation-copy = Sao chép liên kết
invitation-share = Gửi đi …
invitation-code = Mã QR
invitation-code-explained = Bạn bè bên cạnh mở liên kết bằng máy ảnh của điện thoại.
invitation-withdraw = Rút lại
invitation-from = { $name } mời bạn một ván
invitation-asking = Đang hỏi về lời mời …
invitation-over = Liên kết này không dẫn đến ván nào
invitation-later = Để sau
invitation-ended = Lời mời của bạn đã kết thúc
invitation-expired = Lời mời của bạn đã hết hạn
invitation-minutes-left = còn { $minutes } phút
invitation-hint = Bạn bè mở liên kết là chơi được ngay, kể cả trong trình duyệt
invitation-play = Nhận lời và chơi
invitation-guest-name = Bạncờ{ $number }
invitation-waiting = Đang chờ { $name }
invitation-accepted-by = { $name } đã nhận lời
invitation-seen = { $name } có mặt lần cuối: { $ago }
invitation-both = Ván bắt đầu ngay khi cả hai cùng có mặt. Trong lúc chờ, bạn có thể làm việc khác.
invitation-leave = Thôi chờ
invitation-missed = Lời mời của bạn đã kết thúc: trong một giờ hai người đã không cùng có mặt
link-unreadable = Liên kết này bị thiếu hoặc hỏng; hãy sao chép toàn bộ
link-unknown-place = Phiên bản này không mở được liên kết này
link-during-game = Hãy chơi xong ván này rồi mở lại liên kết
not-online = { $name } không trực tuyến
host-port-taken = Cổng này đang được dùng; hãy chọn cổng khác
host-port-forbidden = Không được dùng cổng này; hãy chọn cổng trên 1024
host-already-running = Trên máy này đã có một máy chủ đang chạy
host-unavailable = Chương trình này không mở máy chủ được
host-failed = Không khởi động được máy chủ: { $words }
notice-host-stopped = Máy chủ của bạn đã dừng
notice-game-set-aside = Không khôi phục được ván của bạn sau khi máy chủ khởi động lại; ván không tính kết quả
notice-announcement = Thông báo của máy chủ: { $text }
notice-bad-date = Hãy ghi ngày theo dạng 2026-11-22
notice-registered = Tên của bạn đã được đăng ký
notice-password-changed = Đã đổi mật khẩu. Mọi thiết bị khác đã bị đăng xuất
notice-signed-out = Đã đăng xuất
notice-signed-out-everywhere = Đã đăng xuất mọi nơi khác
notice-bad-port = Cổng phải là số từ 1 đến 65535
notice-no-host = Hãy nhập địa chỉ máy chủ
ended-accepted = { $name } đã nhận lời
ended-declined = { $name } đã từ chối
ended-declined-busy = { $name } đang bận
ended-later = { $name } muốn chơi khi khác
ended-too-fast = { $name } muốn nhiều thời gian hơn
ended-too-slow = { $name } muốn có giới hạn thời gian, hoặc ít hơn
ended-other-terms = { $name } muốn điều kiện khác
ended-cancelled = Lời thách đấu đã bị hủy
ended-expired = { $name } không trả lời
ended-busy = { $name } đang chơi ván khác
ended-gone = { $name } đã rời đi
lapsed-cancelled = { $name } đã hủy lời thách đấu
lapsed-expired = Lời thách đấu của { $name } đã hết hạn
lapsed-busy = { $name } đã bắt đầu ván khác
lapsed-closed = Lời thách đấu của { $name } đã đóng
watch-ended-left = Bạn đã thôi xem
watch-ended-elsewhere = Bạn đang chơi ván khác, nên không xem ván này nữa
watch-ended-closed = Cả hai kỳ thủ đã rời bàn, nên phát trực tiếp kết thúc
watch-ended-rematch = Hai kỳ thủ đã bắt đầu ván mới
library-set-aside = Thư viện bị hỏng và được làm lại; bản cũ ở { $path }
library-games-set-aside = Có { $games } ván trong thư viện không đọc được và đã được để riêng
library-too-new = Thư viện do một phiên bản Chuhe mới hơn tạo ra
library-full = Thư viện đã đầy nên ván này không được lưu. Hãy xóa bớt ván trong thư viện.
library-deleted = Đã xóa { $games } ván
library-undeleted = Đã khôi phục { $games } ván
library-too-large = Ván này quá dài cho thư viện
library-saved = Đã lưu vào thư viện
library-saved-as-new = Ván trong thư viện đã thay đổi hoặc đã bị xóa nên ván này được lưu thành ván mới
library-saved-without = Đã lưu vào thư viện, không có { $parts }
library-saved-as-new-without = Ván trong thư viện đã thay đổi hoặc đã bị xóa nên ván này được lưu thành ván mới, không có { $parts }
library-no-such-game = Ván này không còn trong thư viện
library-nothing-to-export = Không có ván nào để xuất
library-other = Không dùng được thư viện: { $why }
kept-set-aside = Không đọc được ván bạn bỏ dở. Các tệp của ván đó đã được chuyển đến { $path }
kept-unavailable = Hiện không mở được ván bạn bỏ dở, nhưng ván vẫn được giữ cho lần mở chương trình sau: { $why }
kept-elsewhere = Ván bạn bỏ dở đang mở ở một cửa sổ khác
kept-in-use = Một cửa sổ khác đang lưu ván của mình, nên ván này sẽ mất khi bạn đóng chương trình
kept-failed = Ván này sẽ không được giữ khi bạn đóng chương trình: { $why }
kept-full = Ván này sẽ không được giữ khi bạn đóng trang: trình duyệt không còn chỗ
interrupted-seconds = Máy chủ bị gián đoạn { $seconds } giây; mỗi bên được cộng { $credit } giây
interrupted-minutes = Máy chủ bị gián đoạn { $minutes } phút; mỗi bên được cộng { $credit } giây
turn-passed-own = Bạn hết giờ của nước đi, nên mất lượt ({ $passes }/{ $of })
turn-passed = { $side } hết giờ của nước đi, nên mất lượt ({ $passes }/{ $of })
offer-declined-takeback = Đối thủ không cho đi lại
offer-declined-draw = Đối thủ không đồng ý hòa
offer-declined-rematch = Đối thủ không chơi ván nữa
move-declined-takeback = Bạn đã đi quân nên lời xin đi lại của đối thủ bị từ chối
move-declined-draw = Bạn đã đi quân nên lời xin hòa của đối thủ bị từ chối
move-declined-rematch = Bạn đã đi quân nên lời mời chơi ván nữa của đối thủ bị từ chối
offer-withdrawn-takeback = Đối thủ rút lại lời xin đi lại
offer-withdrawn-draw = Đối thủ rút lại lời xin hòa
offer-withdrawn-rematch = Đối thủ rút lại lời mời chơi ván nữa
exported = Đã xuất { $games } ván vào { $path }
exported-nothing = Không xuất được: PGN không chứa được cờ lục quân ({ $left-out } ván)
exported-partly = Đã xuất { $games } ván vào { $path }, bỏ { $left-out } ván cờ lục quân
exported-reduced = { $said }; { $games } ván có nội dung mà PGN không chứa được

## Help: names of pages and sections

help-page-xiangqi = Cờ tướng
help-page-luzhanqi = Cờ lục quân
help-heading-board = Bàn cờ
help-heading-pieces = Các quân
help-heading-setting-up = Bày quân
help-heading-moving = Cách đi
help-heading-battle = Giao chiến
help-heading-known = Quân úp
help-heading-ends = Thắng và hòa
help-heading-conduct = Trong ván cờ

## Help: xiangqi

help-xiangqi-board-title = Cung và sông
help-xiangqi-board-caption = Thế cờ ban đầu
help-xiangqi-board =
    Quân đứng trên các giao điểm của chín cột và mười hàng. Sông chảy ở giữa; vùng có đường chéo ở hai đầu là cung.
    Đỏ đi trước, hai bên thay nhau đi. Quân đi đến điểm có quân đối phương thì ăn quân đó.
    Bấm quân của bạn rồi bấm một điểm, hoặc kéo quân. Nước không hợp lệ sẽ được giải thích.
help-xiangqi-board-fingers =
    Quân đứng trên các giao điểm của chín cột và mười hàng. Sông chảy ở giữa; vùng có đường chéo ở hai đầu là cung.
    Đỏ đi trước, hai bên thay nhau đi. Quân đi đến điểm có quân đối phương thì ăn quân đó.
    Chạm quân của bạn rồi chạm một điểm, hoặc kéo quân. Nước không hợp lệ sẽ được giải thích.
help-xiangqi-board-typed =
    Quân đứng trên các giao điểm của chín cột và mười hàng. Sông chảy ở giữa; vùng có đường chéo ở hai đầu là cung.
    Đỏ đi trước, hai bên thay nhau đi. Quân đi đến điểm có quân đối phương thì ăn quân đó.
    Gõ nước đi, ví dụ P2-5 hoặc h2e2. Nước không hợp lệ sẽ được giải thích.
help-xiangqi-king-title = Tướng
help-xiangqi-king-caption-1 = Trong cung
help-xiangqi-king-caption-2 = Không được lộ mặt
help-xiangqi-king =
    Đi mỗi lần một điểm theo đường thẳng và không ra khỏi cung.
    Hai Tướng không bao giờ được lộ mặt nhau trên một cột trống: không nước nào được để cột giữa hai Tướng không còn quân.
help-xiangqi-advisor-title = Sĩ
help-xiangqi-advisor-caption = Theo đường chéo trong cung
help-xiangqi-advisor = Đi mỗi lần một điểm theo đường chéo và không ra khỏi cung.
help-xiangqi-elephant-title = Tượng
help-xiangqi-elephant-caption-1 = Tượng bị cản
help-xiangqi-elephant-caption-2 = Không qua sông
help-xiangqi-elephant = Đi chéo hai điểm. Có quân ở điểm giữa (mắt tượng) thì bị cản. Tượng không được qua sông.
help-xiangqi-horse-title = Mã
help-xiangqi-horse-caption = Mã bị cản chân
help-xiangqi-horse = Đi thẳng một điểm rồi chéo một điểm. Có quân đứng ngay cạnh Mã (chân mã) thì cả hai điểm về phía đó đều bị cản.
help-xiangqi-rook-title = Xe
help-xiangqi-rook-caption = Đi xa tùy ý trên đường trống
help-xiangqi-rook = Đi xa tùy ý theo đường thẳng nhưng không được nhảy qua quân khác. Có thể ăn quân đối phương đầu tiên trên đường.
help-xiangqi-cannon-title = Pháo
help-xiangqi-cannon-caption = Ăn qua ngòi
help-xiangqi-cannon = Đi như Xe. Khi ăn quân, Pháo nhảy qua đúng một quân của bất kỳ bên nào (ngòi).
help-xiangqi-pawn-title = Tốt
help-xiangqi-pawn-caption-1 = Trước khi qua sông
help-xiangqi-pawn-caption-2 = Sau khi qua sông
help-xiangqi-pawn = Đi tới mỗi lần một điểm. Qua sông rồi thì được đi ngang một điểm sang trái hoặc phải. Không bao giờ lùi.
help-xiangqi-check-title = Chiếu tướng
help-xiangqi-check-caption = Đen bị chiếu và có ba cách gỡ
help-xiangqi-check =
    Bên có Tướng sắp bị ăn ở nước sau là đang bị chiếu. Bên đó phải chạy Tướng, cản nước chiếu, hoặc ăn quân đang chiếu.
    Không được đi nước để Tướng của mình bị chiếu.
help-xiangqi-mate-title = Chiếu bí và hết nước đi
help-xiangqi-mate-caption-1 = Chiếu bí
help-xiangqi-mate-caption-2 = Hết nước đi
help-xiangqi-mate =
    Bên bị chiếu mà không còn nước hợp lệ là bị chiếu bí và thua.
    Bên không bị chiếu nhưng hết nước đi cũng thua.
help-xiangqi-repetition-title = Trường chiếu, trường tróc và hòa
help-xiangqi-repetition-caption-1 = Xe và Tướng đi qua đi lại: trường chiếu
help-xiangqi-repetition-caption-2 = Xe và Pháo đi qua đi lại: trường tróc
help-xiangqi-repetition =
    Khi một thế cờ xuất hiện lần thứ ba, ván kết thúc theo phán quyết về các nước kể từ lần đầu. Ở lần thứ hai, cả hai bên được báo: bên nào sẽ thua, và vì những nước nào. Ai đổi nước đi lúc đó thì không bị xử thua.
    Luật châu Á: bên nước nào cũng chiếu thì thua; bên luôn tróc cùng một quân không có căn cũng thua. Một bên chiếu, một bên tróc, thì bên chiếu thua. Tướng và Tốt được tróc, Tốt chưa qua sông được bị tróc; mời đổi quân không phải là tróc. Mã hoặc Pháo tróc Xe có căn cũng là tróc. Các trường hợp lặp khác đều hòa.
    Luật Trung Quốc: bên thay nhau chiếu, dọa chiếu bí hoặc tróc mà không có nước nghỉ nào cũng thua. Hai bên phạm như nhau thì hòa.
    Luật đơn giản: chỉ trường chiếu là thua. Các trường hợp lặp khác đều hòa.
    Luật được chọn khi thách đấu, thường là luật châu Á.
help-xiangqi-draws-title = Hòa
help-xiangqi-draws =
    Hai bên có thể đồng ý hòa. Ván cũng hòa nếu một bên hết giờ mà bên kia không còn Xe, Mã, Pháo hay Tốt, hoặc sau { $plies } nước tính cả hai bên.
    60 hiệp không ăn quân cũng hòa; mỗi bên chỉ tính mười nước chiếu. Thế cờ mà không bên nào còn Xe, Mã, Pháo hay Tốt cũng hòa.

## Help: setting up in luzhanqi

help-setup-arm-title = Trận địa của bạn
help-setup-arm-caption = Hàng đầu ở trên. Nét đậm là đường sắt, nét mảnh là đường bộ
help-setup-arm =
    Mỗi bên có một trận địa sáu hàng, mỗi hàng năm vị trí: 23 binh trạm (兵站), năm hành doanh (行营) và hai đại bản doanh (大本营). Hàng 1 (hàng đầu), hàng 5 và hai cột ngoài là đường sắt. Mọi đường khác là đường bộ.
    Trận địa của bạn luôn ở phía dưới.
help-setup-boards-title = Hai loại bàn cờ
help-setup-boards-caption-1 = Bàn thường
help-setup-boards-caption-2 = Bàn chữ thập
help-setup-boards =
    Bàn thường: hai trận địa đối mặt. Đường sắt nối hai hàng đầu ở cột 1, 3 và 5; núi chặn cột 2 và 4.
    Bàn chữ thập: bốn trận địa quanh một trung tâm. Hai kỳ thủ giữ phía nam và phía bắc. Phía đông và phía tây lúc đầu để trống, quân có thể đi vào.
    Bàn cờ được chọn khi thách đấu.
help-setup-set-title = Hai mươi lăm quân
help-setup-set =
    Mỗi bên có 25 quân. Tư lệnh mạnh nhất, công binh yếu nhất. Bom, mìn và quân kỳ có luật riêng.
    Danh sách nước đi, và cả quân cờ nếu bạn muốn, dùng tên ngắn: Tư (tư lệnh), QĐ (quân đoàn trưởng), Sư (sư đoàn trưởng), Lữ (lữ đoàn trưởng), Tr.đoàn (trung đoàn trưởng), Tiểu (tiểu đoàn trưởng), Đại (đại đội trưởng), Tr.đội (trung đội trưởng), Công (công binh), Cờ (quân kỳ). "Đổi" nghĩa là cả hai quân bị loại.
help-setup-placing-title = Được đặt ở đâu
help-setup-placing-caption-1 = Quân kỳ
help-setup-placing-caption-2 = Mìn
help-setup-placing-caption-3 = Bom
help-setup-placing =
    Trước ván cờ, hai bên cùng lúc bày quân trên 25 vị trí không phải hành doanh.
    Quân kỳ đặt trong đại bản doanh, mìn ở hai hàng cuối, bom không đặt ở hàng đầu.
help-setup-layout-title = Đổi chỗ và xác nhận
help-setup-swapping = Bấm một quân rồi bấm quân khác để đổi chỗ. Đổi không hợp lệ sẽ được giải thích. Bạn cũng có thể xếp ngẫu nhiên, lưu thế trận vào tệp, hoặc mở thế trận đã lưu.
help-setup-swapping-fingers = Chạm một quân rồi chạm quân khác để đổi chỗ. Đổi không hợp lệ sẽ được giải thích. Bạn cũng có thể xếp ngẫu nhiên, lưu thế trận vào tệp, hoặc mở thế trận đã lưu.
help-setup-swapping-typed = Gõ hai điểm muốn đổi quân, ví dụ đổi A1 B2. Đổi không hợp lệ sẽ được giải thích. Bạn cũng có thể xếp ngẫu nhiên.
help-setup-layout =
    Khi cả hai đã xác nhận, ván bắt đầu và Đỏ đi trước. Bạn có thể rút lại cho đến khi đối thủ xác nhận. Sau { $minutes } phút, ván bắt đầu với thế trận hiện tại.

## Help: playing luzhanqi

help-play-road-title = Đường bộ
help-play-road-caption = Hành doanh có tám lối
help-play-road = Trên đường bộ, quân đi mỗi lần một bước. Hành doanh nối với cả tám vị trí xung quanh.
help-play-rail-title = Đường sắt
help-play-rail-caption = Đi thẳng, không rẽ, không nhảy
help-play-rail = Trên đường sắt, quân đi thẳng qua các vị trí trống, và có thể đánh quân đối phương đầu tiên gặp phải.
help-play-engineer-title = Công binh
help-play-engineer-caption = Vòng qua quân mình
help-play-engineer = Chỉ công binh được rẽ trên đường sắt. Trong một nước, công binh đến được mọi nơi đường sắt dẫn tới qua các vị trí trống.
help-play-curve-title = Đường sắt cong
help-play-curve-caption = Theo đường cong vào trận địa phía tây
help-play-curve = Trên bàn chữ thập, đường sắt cong nối các trận địa cạnh nhau. Quân đi dọc cạnh trận địa có thể theo đường cong.
help-play-centre-title = Trung tâm
help-play-centre-caption = Đi thẳng qua trung tâm
help-play-centre = Chín vị trí giữa bàn chữ thập đều là đường sắt. Cột 1, 3 và 5 của mỗi trận địa chạy qua đó sang trận địa đối diện. Ở đây cũng chỉ công binh được rẽ.
help-play-still-title = Quân không đi được
help-play-still = Mìn và quân kỳ không bao giờ đi. Quân đã vào đại bản doanh của bất kỳ bên nào cũng không đi nữa.
help-play-battles-title = Ai thắng khi giao chiến
help-play-battles =
    Quân đi đến vị trí có quân đối phương là tấn công. Quân mạnh hơn thắng, quân kia bị loại. Từ mạnh đến yếu: tư lệnh, quân đoàn trưởng, sư đoàn trưởng, lữ đoàn trưởng, trung đoàn trưởng, tiểu đoàn trưởng, đại đội trưởng, trung đội trưởng, công binh. Bằng nhau thì cả hai bị loại. Bom và quân gặp nó cùng bị loại.
    Công binh gỡ được mìn. Quân khác đánh vào mìn thì bị loại, mìn còn lại (trước ván có thể định rằng cả hai bị loại). Quân nào cũng đoạt được quân kỳ.
    Trong bảng, quân bên trái tấn công quân ở trên; "cả hai" nghĩa là cả hai bị loại.
help-play-camp-title = An toàn trong hành doanh
help-play-camp-caption = Quân phía trước bị đánh được, quân trong hành doanh thì không
help-play-camp = Quân trong hành doanh không bị tấn công, vì không quân nào vào được hành doanh đã có quân. Hành doanh trống thì hai bên đều vào được.
help-play-hidden-title = Quân úp
help-play-hidden-caption = Trận địa của Đen dưới mắt Đỏ
help-play-hidden =
    Bạn thấy quân của mình, nhưng chỉ thấy mặt sau quân đối thủ. Sau mỗi trận đánh, hai bên biết quân nào bị loại (hoặc cả hai), nhưng không biết quân kia là gì.
    Người xem không thấy quân của bên nào cho đến hết ván. Khi đó mọi quân được lật, trừ khi ván kết thúc lúc còn bên chưa đi nước nào.
help-play-flag-shown-title = Mất Tư lệnh
help-play-flag-shown-caption = Đen mất Tư lệnh, nên quân kỳ bị lộ
help-play-flag-shown = Khi một bên mất Tư lệnh, đối thủ thấy quân kỳ của bên đó ở đâu.
help-play-wins-title = Thắng ván
help-play-wins = Bạn thắng khi đoạt quân kỳ, bằng bất kỳ quân nào hoặc bằng bom. Bên đến lượt mà không còn quân đi được thì thua. Hết giờ cả ván, chịu thua hoặc rời ván cũng thua.
help-play-draws-title = Hòa
help-play-draws = Hai bên có thể đồng ý hòa. Ván cũng hòa sau { $moves } nước không giao chiến; có lời báo trước { $warning } nước.

## Help: during the game

help-conduct-clocks-title = Đồng hồ
help-conduct-clocks =
    Khi thách đấu có thể đặt nhiều giới hạn: thời gian cả ván, thời gian mỗi nước, giây cộng thêm sau mỗi nước, và đếm giây cho mỗi nước khi đã hết giờ cả ván.
    Đồng hồ của máy chủ quyết định, ai hết giờ thì thua. Nước đầu của mỗi bên không tính giờ, nhưng có hạn riêng, thường là { $seconds } giây, hoặc { $minutes } phút trong ván không tính giờ. Quá hạn thì ván bị hủy, không tính kết quả.
    Độ trễ mạng do máy chủ đo không bị tính: tối đa { $credit } giây mỗi nước và { $quota } giây liên tiếp. Độ trễ hiện dưới đồng hồ.
    Nước đi bạn chọn sẵn trong lượt của đối thủ được đi ngay khi hợp lệ, và tính { $premove } giây.
help-conduct-passed-turn-title = Hết giờ của nước đi
help-conduct-passed-turn = Trong cờ lục quân, hết giờ của nước đi thì mất lượt, và đến lượt đối thủ. Mất lượt { $passes } lần thì thua. Hết giờ cả ván thì thua ngay.
help-conduct-takeback-title = Đi lại
help-conduct-takeback =
    Sau nước đầu tiên, bạn có thể xin đi lại, và đối thủ phải đồng ý. Nếu đối thủ chưa đi, lùi một nước; nếu đã đi, lùi hai nước. Đồng hồ cũng lùi theo.
    Bị từ chối thì sau { $seconds } giây mới được xin lại. Càng bị từ chối nhiều lần, càng phải đợi lâu.
help-conduct-no-takeback-title = Không đi lại
help-conduct-no-takeback = Mỗi nước đều cho hai bên thêm thông tin, nên cờ lục quân không cho đi lại.
help-conduct-draw-offer-title = Xin hòa
help-conduct-draw-offer = Khi hai bên đều đã đi, bạn có thể xin hòa, tối đa một lần trong { $plies } nước của hai bên. Đối thủ có thể đồng ý hoặc từ chối; đi nước tiếp là từ chối. Bạn có thể rút lại lời xin.
help-conduct-resigning-title = Chịu thua và hủy ván
help-conduct-resigning = Chịu thua kết thúc ván ngay, sau khi hỏi lại. Khi còn bên chưa đi nước nào, nút này hủy ván, cũng sau khi hỏi lại, và không tính kết quả.
help-conduct-late-resigning = Sau { $plies } nước tính cả hai bên, bạn có thể chịu thua; đấu với máy có sẵn trong chương trình thì ngay khi cả hai bên đã đi. Khi còn bên chưa đi nước nào, nút này hủy ván, không tính kết quả. Cả hai đều được hỏi lại.
help-conduct-absence-title = Khi đối thủ mất kết nối
help-conduct-absence =
    Chỗ ngồi được giữ và đồng hồ của họ vẫn chạy. Sau { $seconds } giây ({ $quit } giây nếu họ đóng chương trình), bạn có thể yêu cầu xử thắng, xử hòa, hoặc đợi tiếp. Không có gì tự xảy ra, và họ có thể quay lại.
    Mọi lần vắng của một kỳ thủ trong ván được cộng dồn: khi đủ { $total } giây, lần vắng tiếp theo được xử ngay. Lúc máy chủ khởi động lại không tính.
    Khi còn bên chưa đi nước nào thì chưa xử được: hết thời gian đó, ván bị hủy, không tính kết quả.

## Records: opening

records-review = Xem lại
records-review-games = Xem lại ván
records-review-explained = Xem lại và chú giải ván của bạn, hoặc mở tệp của phần mềm cờ tướng bất kỳ
records-continue-review = Xem lại tiếp: { $name }
records-open = Mở
records-open-title = Mở ván cờ
records-open-hint = Đường dẫn của tệp
records-choose-file = Chọn tệp
records-choose-place = Chọn nơi lưu
records-no-chooser = Hệ thống không có hộp chọn tệp. Hãy gõ đường dẫn.
records-paste = Dán
records-paste-here = Trình duyệt không cho chương trình đọc bộ nhớ tạm. Hãy dán vào đây:
records-paste-hint = Ván cờ, thế cờ hay các nước
records-drop-hint = Hoặc thả tệp vào cửa sổ, hoặc dán ván cờ, thế cờ (FEN) hay các nước bằng Ctrl+V. Nhiều tệp thì vào thư viện.
records-drop-hint-fingers = Bạn cũng có thể dán ván cờ, thế cờ (FEN) hay các nước.
records-games-of-file = Các ván trong tệp
records-search-games = Kỳ thủ, giải đấu, ngày hoặc kết quả
records-games-found = { $found } / { $total } ván
records-notes-on-reading = { $count } ghi chú khi đọc
records-notes-title = Ghi chú khi đọc
records-more-notes = Còn { $count } ghi chú
records-read-as = Đọc theo { $encoding }
records-read-as-guess = Đọc theo { $encoding } (phỏng đoán)
records-encoding-hint = Nếu tên bị sai, hãy chọn bảng mã khác:

## Records: the place in the record

records-play = Tự chạy (phím cách)
records-play-fingers = Tự chạy
records-replay = Xem lại từ đầu
records-stop-replay = Dừng xem lại
records-more-tools = Thêm công cụ
records-more-tools-explained = Phân tích, chú giải, biến và tệp
records-fewer-tools = Bớt công cụ
records-pause = Dừng (phím cách)
records-pause-fingers = Dừng
records-previous-variation = Biến trước (↑)
records-next-variation = Biến sau (↓)
records-no-moves = Chưa có nước nào. Hãy đi trên bàn cờ để thêm.

## Records: editing

records-comment-hint = Chú giải nước này…
records-comment-on-game = Chú giải cả ván…
records-comment-before-hint = Chú giải trước nước này…
records-notes = Ghi chú
records-comment-after = Sau nước đi
records-comment-before = Trước nước đi
records-edit-tags = Thông tin
records-edit-tags-hint = Sửa kỳ thủ, giải đấu và kết quả
records-tags-title = Thông tin ván cờ
records-result-open = Chưa có kết quả
records-promote = Lên
records-promote-hint = Đưa biến này lên
records-demote = Xuống
records-demote-hint = Đưa biến này xuống
records-make-main = Biến chính
records-make-main-hint = Đặt làm biến chính
records-delete = Xóa
records-delete-hint = Xóa nước này và các nước sau (Del)
records-undo = Hoàn tác
records-redo = Làm lại
records-nothing-to-undo = Ván cờ chưa có thay đổi nào.
records-nothing-to-redo = Chưa có thay đổi nào được hoàn tác.
records-without-moves = Ván cờ chưa có nước nào.
records-no-move-here = Đây là đầu ván. Hãy đến một nước trước đã.
records-none-above = Không có biến nào ở trên biến này.
records-none-below = Không có biến nào ở dưới biến này.
records-is-main-line = Đây đã là biến chính.
records-no-marks = Thế cờ này không có vòng hay mũi tên nào.
records-clear-marks = Xóa dấu
records-marks-hint = Vẽ vòng và mũi tên bằng nút phải. Shift, Alt: màu khác.
records-marks-hint-fingers = Giữ ngón tay ở một điểm để vẽ vòng, kéo đi để vẽ mũi tên.
records-assess = Đánh giá nước này

## Records: saving

records-save = Lưu
records-save-to-library = Lưu vào thư viện
records-save-title = Lưu hoặc sao chép ván cờ
records-save-hint = Tên tệp hoặc đường dẫn
records-file-exists = Tệp này đã có. Ghi đè?
records-replace = Ghi đè
records-copy-fen = Chép FEN
records-copy-moves = Chép các nước
records-save-picture = Lưu hình
records-unsaved = Chưa lưu
records-discard-question = Bỏ các thay đổi?
records-discard-explained = Thay đổi của ván này chưa được lưu.
records-discard-yes = Bỏ
records-untitled = Ván mới

## Records: setting up

records-set-up = Bày thế cờ
records-set-up-hint = Chọn một quân rồi bấm vào bàn cờ, hoặc kéo quân. Nút phải lấy quân đi.
records-set-up-hint-fingers = Chọn một quân rồi chạm vào bàn cờ, hoặc kéo quân. Giữ ngón tay trên quân để lấy quân đi.
records-eraser = Tẩy
records-start-position = Thế ban đầu
records-clear-board = Xóa hết
records-legal-position = Thế cờ hợp lệ
records-review-position = Xem từ đây
records-use-position = Dùng thế cờ này

## Records: the move list

records-notation = Ký hiệu nước đi
records-notation-of-language = Mặc định
records-notation-simplified = 炮二平五
records-notation-traditional = 馬８進７
records-notation-vietnamese = P2-5
records-tag-red = Đỏ
records-tag-black = Đen
records-tag-red-team = Đội Đỏ
records-tag-black-team = Đội Đen
records-tag-event = Giải đấu
records-tag-site = Địa điểm
records-tag-date = Ngày
records-tag-round = Vòng
records-tag-opening = Khai cuộc
records-tag-annotator = Người chú giải
records-red-won = Đỏ thắng
records-black-won = Đen thắng
records-drawn = Hòa
records-aborted = Đã hủy
records-format = Định dạng
records-formats = Phần mở rộng quyết định định dạng: { $endings }
records-pgn-would-lack = PGN không giữ được { $parts }, nên đề nghị định dạng khác
refused-games = { $count ->
        [1] 1 ván không đọc được, { $at }: { $why }
       *[other] { $count } ván không đọc được; ván đầu, { $at }: { $why }
    }
unlisted-games = Danh sách quá dài: bỏ bớt { $count } ván
at-line = dòng { $line }
at-offset = byte { $offset }
note-move = thứ { $number } ({ $side })
note-move-in-variation = thứ { $number } ({ $side }, trong biến)
note-illegal-move = Dừng sớm: nước { $which }, { $text }, không hợp lệ ({ $at }): { $why }
note-unanswered-check = nước này không gỡ chiếu
note-unreadable-move = Dừng sớm: nước { $which }, { $text }, không đọc được ({ $at }): { $why }
note-pass = Nước { $which }, { $text }, là bỏ lượt, ván cờ không ghi được; phần còn lại của biến được giữ làm bình luận ({ $at })
note-other-battle = Dừng sớm: trận đánh của nước { $which }, { $text }, có kết quả khác ({ $at })
note-detached = Đã bỏ một biến hoặc chú giải không gắn với nước nào ({ $at })
note-invalid-characters = Một số ký tự không đúng { $encoding }
note-aside = "{ $text }" không thuộc ván cờ nên đã bỏ ({ $at })
note-unquoted = Mục { $name } được đọc dù thiếu dấu ngoặc kép ({ $at })
note-damaged-field = Mục { $name } bị hỏng nên đã bỏ; phần còn lại của ván được giữ ({ $at })
note-unclosed-field = Mục { $name } thiếu phần kết thúc; nội dung của mục được giữ ({ $at })
note-unclosed-comment = Một chú giải không kết thúc; phần còn lại của ván được đọc là chú giải ({ $at })
note-unclosed-variation = Một biến không kết thúc; phần còn lại của ván được đọc là một phần của biến ({ $at })
note-completed-position = Thế cờ ban đầu thiếu vài mục, đã thêm giá trị mặc định ({ $at })
note-ranks-from-one = Các hàng trong nước đi được đếm từ 1 ({ $at })
notation-malformed = đây không phải nước đi
notation-no-such-piece = không có quân như thế
notation-ambiguous = có nhiều nước khớp
omitted-moves = các nước
omitted-variations = các biến
omitted-comments = chú giải
omitted-comment-space = khoảng trắng trong chú giải
omitted-comment-places = vị trí của chú giải
omitted-glyphs = đánh giá
omitted-marks = vòng và mũi tên
omitted-times = thời gian nước đi
omitted-result = kết quả
omitted-result-reason = lý do của kết quả
omitted-tag = "{ $name }"
omitted-characters = một số ký tự
omitted-counters = bộ đếm của thế ban đầu
omitted-long-text = phần cuối của văn bản dài
limit-nodes = Một ván cùng các biến có tối đa một triệu nước
limit-plies = Một biến có tối đa 10.000 nước
limit-comment = Chú giải quá dài
limit-text = Các chú giải của ván quá dài
limit-tags = Ván cờ có quá nhiều mục thông tin
limit-marks = Thế cờ có quá nhiều dấu
limit-glyphs = Nước đi có quá nhiều đánh giá
fault-too-large = Tệp quá lớn
fault-unknown-format = Đây không phải ván cờ, thế cờ hay nước đi ở định dạng đã biết
fault-western-chess = Đây là ván cờ vua, không phải cờ tướng
fault-no-game = Không có ván cờ nào
fault-too-many-games = Tệp có quá nhiều ván
fault-too-many-notes = Tệp có quá nhiều lỗi
fault-invalid-tag = một mục gồm tên và giá trị trong ngoặc kép, đặt trong ngoặc vuông
fault-variation-without-move = biến bắt đầu trước nước đầu tiên
fault-nested-too-deep = các biến lồng nhau quá sâu
fault-formation = thế trận không hợp lệ: { $why }
fault-two-pieces = có hai quân ở { $square }
fault-truncated = tệp kết thúc quá sớm
fault-version = không biết phiên bản { $version } của định dạng này
fault-checksum = tổng kiểm tra sai, tệp bị hỏng
fault-malformed = nội dung không đúng định dạng này
unreadable-at = Không đọc được, { $at }: { $why }
record-saved = Đã lưu ván vào { $path }
record-file-saved = Đã lưu vào { $path }
record-saved-without = Đã lưu ván vào { $path }, không có { $parts }
record-picture-saved = Đã lưu hình vào { $path }
record-other-game = Định dạng này dành cho loại cờ khác; hãy chọn phần mở rộng khác
record-not-a-collection = Định dạng này chỉ chứa đúng một ván
record-read-only = Định dạng này chỉ đọc được; hãy chọn phần mở rộng khác
record-no-name = Hãy nhập tên tệp
record-no-format = Không nhận ra định dạng qua phần mở rộng
record-nothing-to-paste = Bảng nhớ tạm không có văn bản
record-during-game = Hãy chơi xong ván trước đã
record-hidden = Thế trận của ván này bị ẩn, nên không xem lại được

## The analysis of a record

analysis-title = Phân tích
analysis-analyse = Phân tích
analysis-analyse-hint = Hiện các biến tốt nhất của thế cờ này
analysis-whole-game = Cả ván
analysis-whole-game-hint = Đánh giá mọi thế cờ của ván và đánh dấu sai lầm
analysis-practise = Luyện
analysis-practise-hint = Học từ sai lầm của bạn, hoặc của bên phía dưới trong ván của người khác: tìm nước hay hơn
analysis-find-mistakes = Tìm sai lầm của tôi
analysis-engine = Máy cờ
analysis-engine-hint = Số luồng, bộ nhớ và số biến
analysis-options = Tùy chọn
analysis-settings-hint = Bộ nhớ và số biến
analysis-annotate = Chú giải
analysis-annotate-hint = Thêm biến hay hơn và đánh giá của mọi sai lầm vào biên bản
analysis-thinking = Đang nghĩ…
analysis-depth = độ sâu { $depth }
analysis-depth-and-speed = độ sâu { $depth } · { $speed } kN/s

## Analysis: options

analysis-options-title = Máy cờ phân tích
analysis-options-explained = Nhiều luồng và bộ nhớ hơn thì tính sâu hơn. Hãy chừa một nhân cho chương trình khác.
analysis-settings-explained = Nhiều bộ nhớ hơn thì tính sâu hơn.
analysis-threads = Luồng
analysis-memory = Bộ nhớ
analysis-lines = Số biến

## Analysis: learning from mistakes

analysis-checking = Đang kiểm tra nước của bạn…
analysis-wrong = Có nước hay hơn.
analysis-right = Nước hay!
analysis-try-again = Thử lại
analysis-solve = Xem
analysis-no-mistakes-known = Chưa biết sai lầm nào của bên này. Hãy phân tích cả ván trước.
analysis-nothing-to-add = Chưa biết sai lầm nào. Hãy phân tích cả ván trước.
analysis-nothing-to-retry = Bạn có thể thử lại sau một nước sai.
analysis-is-solved = Nước hay hơn đã hiện ra rồi.
analysis-no-mistakes = Không tìm thấy sai lầm nào của bên này.
analysis-only-inaccuracies = Bên này chỉ có nước chưa chính xác, không có sai lầm.
analysis-none-found = Không tìm thấy sai lầm nào trong ván này.
analysis-no-more-mistakes = Đó là sai lầm cuối cùng.
analysis-practised = Đã xem hết { $all } sai lầm. Tìm đúng ngay lần đầu: { $found }.
analysis-next-mistake = Tiếp
analysis-end-practice = Kết thúc
analysis-inaccuracy = Chưa chính xác. Hay hơn: { $line }
analysis-mistake = Sai lầm. Hay hơn: { $line }
analysis-blunder = Sai lầm nặng. Hay hơn: { $line }
analysis-mate-red = +M{ $moves }
analysis-mate-black = −M{ $moves }
analysis-ruling-red = +xử
analysis-ruling-black = −xử
analysis-progress = { $done }/{ $all }
analysis-question = { $place }/{ $all }: { $played } là sai lầm. Hãy tìm nước hay hơn.
analysis-solution = Hay hơn: { $line }
analysis-mib = { $mib } MiB
analysis-gib = { $gib } GiB

## The coach

coach-ask = Gợi ý điều gì?
coach-threat = Đe dọa
coach-best-move = Nước hay
coach-why = Vì sao?
coach-last-move = Nước vừa đi
coach-no-last-move = Bạn chưa đi nước nào
coach-cost = Nước vừa rồi khiến bạn thiệt nhiều.
coach-fine = Nước vừa rồi của bạn tốt.
coach-unknown = Máy không tìm ra lý do.
coach-check = Bạn đang bị chiếu.
coach-no-threat = Đối thủ chưa đe dọa chiếu hết hay ăn quân.
coach-threat-mate = Đối thủ dọa { $shown }, chiếu hết sau { $moves } nước.
coach-threat-wins = Đối thủ dọa { $shown }, ăn { $piece }.
coach-allows-mate = Để đối thủ đi { $shown }, chiếu hết sau { $moves } nước.
coach-misses-mate = Bỏ lỡ { $shown }, chiếu hết sau { $moves } nước.
coach-hangs = Để { $piece } không có căn: { $shown }.
coach-exchange = Đổi { $piece } bị lỗ: { $shown }.
coach-loses = Mất { $piece }: { $shown }.
coach-misses-piece = Bỏ lỡ { $shown }, ăn được { $piece }.
coach-loses-later = Mất { $piece } sau { $moves } nước: { $shown }.
coach-takes-protection = Làm { $piece } mất căn: { $shown }.
coach-opens-line = Mở đường cho đối thủ ăn { $piece }: { $shown }.
coach-lost-by-check = Để đối thủ đi { $shown }, chiếu rút ăn { $piece }.
coach-lost-by-fork = Để đối thủ đi { $shown }, bắt đôi rồi ăn { $piece }.
coach-lost-by-pin = Để đối thủ đi { $shown }, ghim rồi ăn { $piece }.
coach-lost-by-trap = Để đối thủ đi { $shown }, bắt chết { $piece }.
coach-exposes-general = Lộ tướng, bị chiếu liên tiếp: { $shown }.
coach-loses-tempo = Mất tiên: đối thủ đi { $shown }, bắt { $piece }.
coach-blocks = Cản đường { $piece } của mình, nên đi { $shown }.
coach-misses-check = Bỏ lỡ nước chiếu mạnh: { $shown }.
coach-misses-attack = Bỏ lỡ { $shown }, bắt { $piece }.
coach-misses-exchange = Bỏ lỡ { $shown }, ăn { $piece }.
coach-misses-activity = Nên đi { $shown } để { $piece } hoạt động hơn.
coach-better = Có nước hay hơn: { $shown }.

## Local: the entries of the first screen

local-short-computer = Máy
local-short-two = Hai
local-short-join = Vào
local-short-host = Mở
local-short-review = Xem lại
local-puzzles = Câu đố
local-puzzles-hint = Tìm nước chiếu hết mỗi ngày
local-short-puzzles = Câu đố
local-play-computer = Chơi với máy
local-play-computer-hint = Mười cấp, có gợi ý và đi lại
local-two-here = Hai người một máy
local-two-here-hint = Thay nhau đi một bàn
local-join-hint = Chơi với người qua mạng
# $count (number)
local-servers-found = Thấy { $count } máy chủ
local-host-title = Mở máy chủ ở đây
local-host-hint = Bạn bè kết nối đến bạn
local-review-hint = Biên bản và ván của bạn
local-review-long = Mở biên bản từ tệp hoặc bảng nhớ tạm, xem từng nước, thêm biến và chú giải, rồi lưu lại. Mọi ván bạn chơi xong đều được giữ trong thư viện.

## Local: the choices

local-level = Cấp
local-side = Bạn cầm
local-pieces = Quân
local-handicap = Chấp
local-board = Bàn cờ
local-board-still = Không xoay
local-board-turns = Xoay mỗi nước
local-begin = Bắt đầu
local-begin-again = Ván mới
local-continue-game = Chơi tiếp
local-meanwhile-hint = Bạn vẫn ở trong phòng chờ: lời thách đấu hiện dưới bàn cờ; nếu bạn nhận lời, ván này được giữ lại.
local-replaces-game = Ván mới thay cho ván bạn bỏ dở.
local-replace-left = Bỏ ván đang dở?
local-hidden-note = Bàn cờ được che giữa các lượt, để không ai thấy quân của người kia.

## Local: names of players

local-player = Kỳ-thủ
local-engine-player = Máy-cờ
local-first-player = Kỳ-thủ-1
local-second-player = Kỳ-thủ-2

## Local: at the table

local-menu = Trình đơn
local-computer-thinks = đang nghĩ…
local-hint = Gợi ý
local-hint-sought = Gợi ý…
local-draw = Hòa
local-draw-question = Xin hòa với máy? Nếu máy đồng ý, ván cờ kết thúc.
local-hand-over = Đổi người
local-no-server = Chơi với máy
local-both-here = Hai người một máy
local-quit-loses-game = Ván chưa kết thúc và không được giữ. Đóng cửa sổ là mất ván.
local-computer = Máy { $level }
local-level-1 = Mới tập
local-level-2 = Nhập môn
local-level-3 = Sơ cấp
local-level-4 = Tiến bộ
local-level-5 = Trung cấp
local-level-6 = Kỳ thủ
local-level-7 = Cao cấp
local-level-8 = Cao thủ
local-level-9 = Kiện tướng
local-level-10 = Đại kiện tướng
local-level-of = Cấp { $level }
local-suggested-level = Nên thử cấp { $level } (cấp { $at }: thắng { $won }/{ $games })
local-side-red = Đỏ
local-side-black = Đen
local-side-random = Ngẫu nhiên
local-handicap-none = Không
local-handicap-two-moves = 2 tiên
local-handicap-three-moves = 3 tiên
local-handicap-horse = Mã
local-handicap-two-horses = 2 Mã
local-handicap-rook = Xe
local-hand-over-to = Mời { $name } vào đi
local-offer-to = { $offer }. { $side } có đồng ý không?
local-cover-player = { $name }, { $side }
local-cover-explained = Bàn cờ đang được che. Khi mở ra, chỉ { $name } được nhìn.
local-sit-down = Tôi là { $name }: mở bàn cờ

## The board of luzhanqi

table-tile-names = Tên trên quân
table-own-half = Phóng to
table-whole-board = Toàn bàn
table-zoom-hint = Phóng to nửa bàn của bạn, hoặc hiện toàn bàn (Z)
table-material-values = Tương quan lực lượng: Xe 9, Pháo 4½, Mã 4, Tượng 2, Sĩ 2, Tốt 1
table-side-is-ahead = { $side } hơn quân: { $lead }
table-sides-are-level = Cân bằng quân
table-material = Quân
table-material-explained = Bên nào mất ít quân hơn, và ít hơn bao nhiêu

## The table while there is no connection

table-state-unknown = chưa rõ
table-cut-off-own-clock = Đã mất kết nối { $since }; đồng hồ của bạn có thể vẫn chạy
table-cut-off-opponents-clock = Đã mất kết nối { $since }; đồng hồ đối thủ có thể vẫn chạy
table-cut-off-no-clock = Đã mất kết nối { $since }

## The title of the window, and calls for attention

table-title-turn = Đến lượt bạn
table-title-over = Hết ván
table-call-begins = Ván cờ bắt đầu
table-call-user = Khi cửa sổ ở nền
table-call-urgent = Nháy cửa sổ
table-call-notification = Thông báo trên màn hình
table-call-permission = Trình duyệt sẽ hỏi trang này có được gửi thông báo không.
table-call-refused = Trình duyệt không cho trang này gửi thông báo; hãy bật trong cài đặt trình duyệt
table-against = với { $opponent }
table-title-watching = Xem { $red } – { $black }

## Sounds

table-sounds = Âm thanh
table-mute = Tắt tiếng
table-unmute = Bật tiếng

## External engines

engines-title = Máy cờ
engines-explained = Mọi máy cờ tướng dùng giao thức UCI hoặc UCCI đều chơi và phân tích được.
engines-path = Tệp
engines-path-missing = Hãy nhập đường dẫn của tệp
engines-path-hint = /đường/dẫn/máy-cờ
engines-options = Tùy chọn
engines-options-hint = Hash=256; Threads=2
engines-add = Thêm
engines-save = Lưu
engines-checking = Đang khởi động máy cờ…
engines-new = Máy cờ mới
engines-edit = Sửa
engines-remove = Xóa
engines-full = Danh sách đã đầy. Hãy xóa một máy cờ trước.
engines-declared = Các tùy chọn khác của máy, kèm giá trị mặc định. Bấm để đặt:
engines-rejected = Không dùng
engines-found-from-zero = { $name } · { $protocol } · hàng tính từ 0
engines-found-from-one = { $name } · { $protocol } · hàng tính từ 1

## Engines: choosing one

engines-engine = Máy cờ
engines-own = Chuhe
engines-manage = Khác…
engines-move-time = Mỗi nước
engines-seconds = { $seconds } giây
engines-per-move = { $seconds } giây một nước

## Engines: failures

engines-retry = Thử lại
engines-use-own = Dùng Chuhe
engines-not-found = Không có chương trình { $name }
engines-not-executable = { $name } không phải tệp chạy được
engines-not-a-program = { $name } không phải chương trình cho máy này
engines-cannot-start = { $name } không khởi động được: { $reason }
engines-not-an-engine = { $name } không trả lời như một máy cờ (UCI hoặc UCCI)
engines-other-game = { $name } không chơi cờ tướng
engines-ended = { $name } đã dừng bất ngờ
engines-hung = { $name } không trả lời đã { $seconds } giây
engines-nonsense = { $name } trả lời "{ $text }", không phải nước đi
engines-illegal-move = { $name } đi { $text }, nước không hợp lệ
engines-removed = Máy cờ của ván này không còn trong danh sách
engines-own-fault = Máy không tìm được nước đi do lỗi của chương trình
engines-no-thread = Máy không thể suy nghĩ: hệ thống không tạo thêm được luồng

## Settings

settings-page-general = Chung
settings-page-board = Bàn và quân
settings-page-display = Hiển thị
settings-page-sounds = Âm thanh
settings-page-server = Kỳ thủ
look-scale = Cỡ giao diện
look-scale-automatic = Tự động
look-scale-now = Đang là { $percent }%. Nhấn Ctrl + hoặc Ctrl − để đổi, Ctrl 0 để tự động.
look-scale-keys = Nhấn Ctrl + hoặc Ctrl − để đổi, Ctrl 0 để tự động.
look-scale-now-fingers = Đang là { $percent }%.
look-scale-limited = Cửa sổ này chỉ đủ chỗ cho { $percent }%.
look-scale-board = Màn hình có bàn cờ: tối đa { $percent }%.
look-board = Bàn cờ
look-board-wood = Gỗ
look-board-baize = Nỉ xanh
look-board-paper = Giấy dó
look-board-note = Bàn cờ lục quân cũng dùng chất liệu này.
look-pieces = Quân cờ tướng
look-pieces-traditional = Chữ Hán phồn thể
look-pieces-simplified = Chữ Hán giản thể
look-pieces-western = Hình kiểu phương Tây
look-palette = Màu sắc
look-palette-usual = Thường
look-palette-color-blind = Cho người mù màu
look-palette-high-contrast = Tương phản cao
look-palette-usual-note = Xanh lá và vàng.
look-palette-color-blind-note = Xanh dương và cam. Vòng trên quân hai bên cũng khác nhau.
look-palette-high-contrast-note = Chữ và dấu rõ nét. Vòng trên quân hai bên cũng khác nhau.
look-motion = Hiệu ứng động
look-motion-system = Theo hệ thống
look-motion-full = Bật
look-motion-reduced = Tắt
look-window = Cửa sổ
look-switch-move-times = Thời gian mỗi nước
look-switch-full-screen = Toàn màn hình (F11)
look-switch-full-screen-fingers = Toàn màn hình

## The pinyin composer

pinyin-on = 拼
pinyin-off = EN
pinyin-explained = Gõ pinyin: nihao thành 你好. Ctrl+Space để chuyển
pinyin-explained-fingers = Gõ pinyin: nihao thành 你好

## Keys

keys-title = Phím tắt
keys-hold = Trong ô nhập, phím là chữ. Shift+Tab để lùi lại.
keys-board = Bàn cờ: phím mũi tên di con trỏ, Enter nhấc và đặt quân
keys-everywhere = Mọi nơi
keys-on-board = Trên bàn cờ
keys-at-table = Khi chơi
keys-in-review = Khi xem lại
keys-in-chat = Khi trò chuyện
keys-in-tournament = Trong giải
keys-in-results = Trong danh sách bàn của ban tổ chức
keys-list = danh sách này
keys-rules = luật chơi
keys-next = nút hoặc ô tiếp theo
keys-larger = phóng to
keys-smaller = thu nhỏ
keys-automatic-scale = cỡ tự động
keys-full-screen = bật tắt toàn màn hình
keys-cursor = di con trỏ
keys-pick = nhấc hoặc đặt quân
keys-let-go = thả quân, rời bàn cờ
keys-step = nước trước, nước sau
keys-ends = đầu ván, cuối ván
keys-enter-board = đi quân bằng bàn phím
keys-zoom = nửa bàn của bạn (lục quân)
keys-cancel = hủy bỏ
keys-variation = biến khác
keys-play = tự chạy
keys-delete = xóa biến
keys-undo = hoàn tác
keys-redo = làm lại
keys-save = lưu
keys-open = mở biên bản
keys-tournament-page = trang
keys-pair-next = xếp cặp vòng sau
keys-mark-board = chọn bàn
keys-type-result = Đỏ thắng, hòa, Đen thắng, cả hai vắng
keys-pause = tạm dừng, tiếp tục
keys-move-hint = Nước đi, như { $example }
keys-no-move = không có nước hợp lệ nào như vậy
keys-letters = chữ cái, chữ số
keys-type-move = gõ nước đi
keys-right-button = nút chuột phải
keys-draw = vẽ vòng tròn, mũi tên
keys-draw-in-record = vẽ vào biên bản
keys-color-keys = + Shift / Alt / cả hai
keys-draw-in-color = màu đỏ, xanh, vàng
keys-clipboard = cắt, chép, dán
keys-pinyin = bật tắt pinyin

## The text mode

console-verb-help = trợgiúp lệnh
console-meaning-help = danh sách này
console-verb-menu = trìnhđơn menu
console-meaning-menu = trìnhđơn: liệt kê những gì làm được ở đây; trìnhđơn 3: làm việc số 3; trìnhđơn 3 CHỮ: gõ vào ô số 3
console-verb-connect = kếtnối
console-meaning-connect = kếtnối MÁY:CỔNG TÊN: vào máy chủ
console-verb-password = mậtkhẩu
console-meaning-password = mậtkhẩu: hỏi mật khẩu cho lần kết nối tới, không hiện ra khi gõ
console-type-password = Hãy gõ mật khẩu. Mật khẩu không hiện ra.
console-password-alone = Hãy chỉ gõ mậtkhẩu. Mật khẩu gõ ở dòng sau và không hiện ra.
console-no-password = Chưa đọc được mật khẩu.
console-verb-hall = sảnh
console-meaning-hall = sảnh TÊN: vào một sảnh của máy chủ
console-hall-line = { $name }: { $players } / { $capacity } người
console-verb-computer = máy
console-meaning-computer = máy CẤP LOẠI: đấu với máy, cấp 1 đến 10
console-verb-continue = tiếptục
console-meaning-continue = chơi tiếp ván đang dở
console-verb-players = ngườichơi
console-meaning-players = ai đang trực tuyến; thêm một phần của tên, ví dụ: ngườichơi bo, để chỉ tìm những tên đó
console-verb-more = thêm
console-meaning-more = trang sau của danh sách người trực tuyến, khi có nhiều người
console-verb-challenge = thách
console-meaning-challenge = thách TÊN LOẠI MÀU THỜIGIAN, ví dụ: thách Bo cờtướng đỏ 10+5; giữa người đã đăng ký còn có tínhhệsố hoặc khôngtínhhệsố
console-verb-seek = tìmđốithủ
console-meaning-seek = tìmđốithủ MÔN MÀU GIỜ: tìm đối thủ, ví dụ: tìmđốithủ cờtướng 10+5, hoặc tìmđốithủ cờtướng lụcquân 10+5 nhanh (môn nào, giờ nào cũng được), người chơi đã đăng ký thêm được ±200 hoặc bấtkỳai cho hệ số của đối thủ, và báotôi để được báo sau; chỉ gõ tìmđốithủ thì theo điều kiện lần trước, hoặc thôi tìm
console-seeking = Bạn đang tìm đối thủ: { $terms }. Gõ tìmđốithủ lần nữa để thôi.
console-sought = { $name } muốn chơi: { $terms }. Gõ nhận { $name } để chơi.
console-sought-several = { $name } muốn chơi: { $terms }. Gõ nhận { $name } để chơi kiểu đầu tiên, hoặc thêm môn hay giờ của kiểu khác.
console-sought-away = { $name } không có mặt và muốn chơi: { $terms }. Gõ nhận { $name } để báo rằng bạn muốn chơi.
console-sought-idle = { $name } đang có mặt và muốn chơi: { $terms }. Gõ nhận { $name } để hỏi họ.
console-answer-here = { $name } đang có mặt và muốn chơi với bạn: { $terms }. Gõ nhận { $name } để thách đấu, hoặc từchối { $name }.
console-seek-kept = Người khác vẫn nhận lời được: { $terms }. Gõ tìmđốithủ để tìm tiếp, hoặc hủy để kết thúc.
console-not-sought = { $name } không tìm ván như vậy.
console-seek-times = Trong nhiều giờ, chỉ một giờ được khác với { $times }.
console-seek-computer = Chưa có ai đến. Gõ máy để chơi với máy trong lúc chờ; vẫn tiếp tục tìm.
console-seek-computer-level = Chưa có ai đến. Gõ máy { $game } { $level } để tạm chơi với máy ở cấp hợp với hệ số của bạn; việc tìm vẫn tiếp tục.
console-verb-challenges = lờithách
console-meaning-challenges = các lời thách đấu đang chờ, và ai đang tìm đối thủ
console-verb-accept = nhận
console-meaning-accept = nhận lời thách đấu; khi người kia muốn chơi nhiều môn hay nhiều giờ: nhận TÊN MÔN GIỜ, ví dụ: nhận Bo cờtướng 10+5
console-verb-decline = từchối
console-meaning-decline = từ chối lời thách đấu
console-verb-cancel = hủy
console-meaning-cancel = hủy lời thách đấu của bạn, và thôi tìm đối thủ
console-verb-invite = mời
console-meaning-invite = mời MÔN MÀU GIỜ: tạo liên kết gửi cho bạn bè, ví dụ: mời cờtướng đỏ 10+5
console-verb-watch = xem
console-meaning-watch = xem TÊN: xem ván của người này
console-verb-profile = hồsơ
console-meaning-profile = hồsơ TÊN: hệ số và các ván của kỳ thủ đã đăng ký; chỉ gõ hồsơ thì xem của mình
console-verb-leaderboard = xếphạng
console-meaning-leaderboard = xếphạng MÔN GIỜ: ai có hệ số cao nhất, ví dụ: xếphạng cờtướng nhanh
console-verb-board = bàncờ b
console-meaning-board = bàn cờ, từng hàng
console-verb-pieces = quân
console-meaning-pieces = bàn cờ, từng quân
console-verb-where = đâu
console-meaning-where = đâu MÃ, đâu E3, hoặc đâu ĐƯỜNG SẮT: quân, điểm hoặc loại trạm
console-verb-moves = nướcđi
console-meaning-moves = các nước hợp lệ; nướcđi C: chỉ nước bắt đầu như vậy
console-verb-hint = gợiý
console-meaning-hint = máy gợi ý một nước, khi đấu với máy
console-verb-threat = đedọa
console-meaning-threat = đối thủ đang đe dọa gì, khi đấu với máy
console-verb-why = vìsao
console-meaning-why = nước vừa rồi của bạn sai ở đâu, khi đấu với máy
console-verb-rules = luật
console-meaning-rules = luật chơi
console-verb-list = biênbản
console-meaning-list = các nước đã đi
console-verb-clock = đồnghồ giờ
console-meaning-clock = đồng hồ hai bên
console-verb-status = tìnhtrạng
console-meaning-status = bạn đang ở đâu và đến lượt ai
console-verb-draw = xinhòa
console-meaning-draw = cầu hòa
console-verb-takeback = đilại
console-meaning-takeback = xin đi lại
console-verb-rematch = vánmới
console-meaning-rematch = xin chơi ván nữa
console-verb-resign = xinthua hủyván
console-meaning-resign = xin thua (hủy ván khi hai bên chưa đều đi), sau khi xác nhận
console-verb-claim = xửthắng
console-meaning-claim = xử thắng khi đối thủ vắng mặt
console-verb-yes = có đồngý
console-meaning-yes = trả lời câu hỏi hoặc đề nghị: có
console-verb-no = không
console-meaning-no = trả lời: không
console-verb-say = nói
console-meaning-say = nói LỜI: trò chuyện
console-verb-shuffle = xếpngẫunhiên
console-meaning-shuffle = lục quân: đội hình ngẫu nhiên
console-verb-swap = đổi
console-meaning-swap = đổi A1 B2: đổi chỗ hai quân trong đội hình (bàn chữ thập: đổi G1 H1)
console-verb-ready = sẵnsàng
console-meaning-ready = xác nhận đội hình
console-verb-withdraw = rútlại
console-meaning-withdraw = rút lại đề nghị hoặc đội hình
console-verb-language = ngônngữ
console-meaning-language = ngônngữ vi, en, zh hoặc zh-hant
console-verb-leave = rời
console-meaning-leave = rời ván hoặc máy chủ
console-verb-quit = thoát
console-meaning-quit = kết thúc chương trình
console-verb-nearby = mạng nearby
console-meaning-nearby = tìm máy chủ trong mạng nội bộ
console-group-begin = Bắt đầu
console-group-lobby = Ở phòng chờ
console-group-set-up = Khi xếp quân
console-group-game = Trong ván
console-group-always = Bất cứ lúc nào
console-searching-nearby = Đang tìm máy chủ trong mạng nội bộ.
console-nearby = Tìm thấy trong mạng: { $name }. Gõ kếtnối { $address } và tên của bạn.
console-welcome = Chuhe ở dạng dòng chữ. Gõ trợgiúp để xem các lệnh.
console-unknown = Không có lệnh này. Gõ trợgiúp để xem các lệnh.
console-unknown-word = Ở đây không hiểu: { $word }
console-not-here = Ở đây không làm được việc này.
console-nothing-left = Không có ván dở nào để chơi tiếp.
console-left-for-two = Ván đang dở là của hai người một máy. Gõ trìnhđơn để chọn ván đó.
console-nothing-asked = Không có gì cần trả lời.
console-menu-gone = Bây giờ không có mục này. Gõ trìnhđơn để xem.
console-menu-chosen = { $label } (đã chọn)
console-dialog = { $heading } Gõ trìnhđơn để xem các lựa chọn.
console-no-such-player = Ở đây không có ai tên { $name }.
console-no-challenges = Không có lời thách đấu nào.
console-withdrawn = Đã rút lại: { $what }
console-connecting-to = Đang kết nối { $server }.
console-joined = Bạn đang ở phòng chờ của { $server } với tên { $name }.
console-camp = hành doanh
console-headquarters = đại bản doanh
console-railway = đường sắt
console-left = Bạn không còn ở bàn.
console-not-connected = Bạn chưa kết nối máy chủ.
console-review-kept = Ván đang xem lại được giữ: { $name }. Gõ trìnhđơn để xem tiếp.
console-online = Trực tuyến: { $names }
console-is-playing = { $names }, đang chơi { $game }
console-challenged = { $name } thách đấu bạn: { $game }, { $time }. Màu của họ: { $color }. Gõ nhận hoặc từchối.
console-challenging = Bạn thách đấu { $name }: { $game }, { $time }.
console-invitation = Hãy gửi liên kết này cho bạn bè, ai mở trước sẽ đấu với bạn: { $link }
console-invitation-here = Máy chủ ở trên máy này. Nếu nó chỉ nhận kết nối tại 127.0.0.1 thì liên kết chỉ dùng được trên máy này.
console-invited-as = Nhận lời thì bạn chơi với tên { $name }
console-invitation-waiting = Đang chờ { $name } ({ $ago }). Ván bắt đầu ngay khi cả hai cùng có mặt; hủy để thôi chờ.
console-invitation-accepted = { $name } đã nhận lời mời của bạn ({ $ago }). Ván bắt đầu ngay khi cả hai cùng có mặt.
console-color-red = đỏ
console-color-black = đen
console-color-random = ngẫu nhiên
console-begins = Ván đấu với { $opponent }: { $game }, { $time }. Bạn cầm quân { $color }.
console-watching = Bạn xem { $red }, đỏ, đấu với { $black }, đen.
console-resumed = Đã đi { $plies } nước.
console-set-up = Hãy xếp quân: bàncờ, xếpngẫunhiên, đổi { $first } { $second }, rồi sẵnsàng.
console-swapped = Đã đổi: { $first }, { $second }.
console-your-turn = Đến lượt bạn.
console-moved = { $who }: { $notation }, { $piece } { $from } đến { $to }
console-moved-captured = { $moved }, ăn { $piece }
console-moved-check = { $moved }, chiếu tướng
console-answer-offer = { $offer }. Gõ có hoặc không.
console-question = { $question } Gõ có hoặc không.
console-over = { $outcome }. { $reason }. Gõ vánmới hoặc rời.
console-low-time = Sắp hết giờ: { $time }.
console-said = { $name } nói: { $line }
console-row = Hàng { $row }: { $content }
console-empty = trống
console-none-left = Trên bàn không có { $piece }.
console-unknown-piece-red = quân đỏ
console-unknown-piece-black = quân đen
console-known-piece-red = { $piece } đỏ
console-known-piece-black = { $piece } đen
console-range-at-least = { $piece }, ít nhất là { $strength }
console-range-at-most = { $piece }, cao nhất là { $strength }
console-range-between = { $piece }, từ { $lowest } đến { $highest }
console-range-only = { $piece }, chắc chắn là { $strength }
console-has-moved = { $piece } đã đi, nên không phải mìn hay quân kỳ
console-marked = { $piece }, bạn đánh dấu là { $strength }
console-legal-moves = { $count } nước hợp lệ: { $moves }
console-clock-running = { $clock }, đang chạy
console-game-left = Bạn còn một ván đang dở. Gõ tiếptục để chơi tiếp, hoặc gõ lại lệnh để bỏ ván đó.
console-trust-changed = Hãy đối chiếu dấu vân tay với chủ máy chủ rồi gõ có để tin cậy, hoặc không.
console-wins-unclaimed = Gõ xửthắng để kết thúc ván.
console-piece-king-red = tướng đỏ
console-piece-king-black = tướng đen
console-kind-king = tướng
console-piece-advisor-red = sĩ đỏ
console-piece-advisor-black = sĩ đen
console-kind-advisor = sĩ
console-piece-elephant-red = tượng đỏ
console-piece-elephant-black = tượng đen
console-kind-elephant = tượng
console-piece-horse-red = mã đỏ
console-piece-horse-black = mã đen
console-kind-horse = mã
console-piece-rook-red = xe đỏ
console-piece-rook-black = xe đen
console-kind-rook = xe
console-piece-cannon-red = pháo đỏ
console-piece-cannon-black = pháo đen
console-kind-cannon = pháo
console-piece-pawn-red = tốt đỏ
console-piece-pawn-black = tốt đen
console-kind-pawn = tốt chốt
console-word-xiangqi = cờtướng
console-word-luzhanqi = lụcquân
console-word-cross = lụcquân-chữthập
console-word-cross-board = chữthập
console-word-rated = tínhhệsố
console-word-unrated = khôngtínhhệsố
console-word-anyone = bấtkỳai
console-word-tell-me = báotôi
console-word-red = đỏ
console-word-black = đen
console-word-random = ngẫunhiên
console-word-untimed = khônggiờ

## The mirror for screen readers

mirror-play = Đi nước này
mirror-swap = Hai vị trí cần đổi, như { $example }
mirror-swap-now = Đổi chỗ
mirror-about = Về { $name }
mirror-phrases = Câu có sẵn
mirror-any = Bất kỳ
mirror-result = Kết quả
mirror-side-to-move = Bên đi
mirror-squares = Ô cho quân đã chọn hoặc tẩy, như e3 c4
mirror-use-tool = Đặt vào
mirror-entrance =
    Bản bằng chữ của màn hình này
    Enter để mở, Tab để tới hình, Escape để từ chữ về hình

# The page in a browser, before the program runs. scripts/web takes these texts.
page-loading = Đang tải …
page-no-script = Trang này cần JavaScript. Hãy bật JavaScript trong cài đặt trình duyệt.
page-again = Tải lại trang
page-continue = Vẫn chơi
page-retry = Thử lại
page-alone = Chơi không cần máy chủ
page-no-webassembly = Trình duyệt này quá cũ, không chạy được WebAssembly. Hãy cập nhật hoặc dùng trình duyệt khác.
page-no-webgl = Trình duyệt này không vẽ được bằng WebGL. Hãy bật tăng tốc phần cứng trong cài đặt, hoặc dùng trình duyệt khác.
page-no-storage = Trình duyệt không lưu dữ liệu của trang này. Bạn vẫn chơi được, nhưng cài đặt và ván cờ sẽ mất khi đóng trang.
page-full-storage = Trình duyệt hết chỗ lưu cho trang này. Bạn vẫn chơi được, nhưng cài đặt và ván cờ mới không được lưu. Hãy xóa bớt ván cờ trong thư viện.
page-no-answer = Máy chủ không trả lời. Hãy kiểm tra mạng.
page-no-program = Máy chủ thiếu một phần của chương trình.
page-failed = Chương trình đã dừng vì lỗi. Hãy tải lại trang: ván cờ trên máy chủ vẫn tiếp tục và bạn sẽ về chỗ của mình.
page-unreadable = Một phần của chương trình không hiểu thông báo của phần khác. Nếu có gì không chạy tiếp, hãy tải lại trang: ván cờ trên máy chủ vẫn tiếp tục, và bạn trở về chỗ ngồi.
page-old = Máy chủ có phiên bản mới hơn. Đang tải lại trang …
page-is-old = Máy chủ có phiên bản mới hơn. Hãy tải lại trang để dùng phiên bản đó.
page-still-old = Trang này không khớp với phiên bản của máy chủ, tải lại cũng không được. Hãy thử lại sau một phút.
page-no-websocket = Trình duyệt này không có WebSocket nên không chơi qua mạng với người khác được. Bạn vẫn có thể đánh với máy, hai người chơi chung màn hình và xem lại ván cờ.
page-blocked = Máy chủ có trả lời, nhưng kết nối để chơi (WebSocket) không qua được: có thể bị proxy hay tường lửa chặn, hoặc máy chủ đang chậm hay đã đầy. Không có kết nối này, bạn vẫn có thể đánh với máy, hai người chơi chung màn hình và xem lại ván cờ.
page-card-title = { $name } mời bạn một ván: { $game }
page-card-description = Mở liên kết là chơi được ngay trong trình duyệt. Không cần cài đặt, không cần tài khoản.

## Lessons

learn-title = Học chơi
learn-hint = Bài học ngắn
learn-short = Học
learn-newcomer = Chưa biết chơi? Học ngay
learn-explained = Mỗi bài một hai phút, học theo thứ tự nào cũng được.
learn-done = đã xong
learn-begin = Bắt đầu
learn-again = Làm lại
learn-next = Tiếp
learn-next-lesson = Bài tiếp
learn-list = Tất cả bài
learn-play = Chơi với máy cấp 1
learn-right = Đúng!
learn-goal-stars = Hãy lấy các ngôi sao.
learn-goal-moves = Hãy tìm nước đúng.
learn-goal-legal = Hãy đi một nước hợp lệ.
learn-goal-check = Hãy chiếu tướng.
learn-goal-mate = Chiếu hết trong một nước.
learn-goal-stalemate = Vây bí đối phương: không chiếu, nhưng không còn nước đi.
learn-goal-lasting = Hãy đi một nước không bị xử thua.
learn-goal-capture = Thắng một trận: loại quân địch và giữ quân mình.
learn-goal-swap = Hãy đổi chỗ hai quân.
learn-goal-mark = Quân được đánh dấu là gì?
learn-not-the-stars = Chỉ bắt quân có ngôi sao, và khoan chiếu tướng
learn-other = Nước này hợp lệ nhưng không phải nước cần tìm
learn-no-check = Nước này không chiếu
learn-no-mate = Chiếu, nhưng còn lối thoát: xem mũi tên
learn-can-move = Đối phương vẫn đi được: xem mũi tên
learn-repeats = Thế cờ sẽ lặp lại lần thứ ba mà bạn chiếu liên tục nên sẽ bị xử thua
learn-no-battle = Nước này không tấn công quân nào
learn-loses = Quân của bạn sẽ bị loại: quân kia mạnh hơn
learn-both-fall = Cả hai quân sẽ bị loại
learn-not-a-slot = Chỗ đó không thể bày quân
learn-other-mark = Điều bạn biết cho thấy không phải
learn-typed = Nước đi, ví dụ { $example }
learn-place = Đặt quân này vào chỗ được phép: { $piece }.
learn-step = Bước { $number } / { $of }
learn-progress = Đã xong { $done } / { $of } bài
guess-begin = Đoán
guess-begin-hint = Đoán từng nước của ván này, từ thế cờ đang hiện
guess-title = Đoán nước đi
guess-judging = Đang đánh giá nước của bạn…
guess-go-on = Ván cờ đã đi như thế này.
guess-done = Đó là nước cuối cùng.
guess-next = Nước tiếp theo
guess-again = Bắt đầu lại
guess-show = Hiện nước
guess-show-hint = Hiện nước đã đi trong ván; không được điểm
guess-leave = Về biên bản
guess-guess-first = Hãy đoán trước, hoặc cho hiện nước đi
guess-nothing-to-show = Nước đi đã ở trên bàn cờ
guess-sides = Đoán cho
guess-both = Cả hai bên
guess-no-guesses = Bạn chưa đoán nước nào.
guess-grade-hit = như trong ván
guess-grade-mirrored = nước đối xứng của nước trong ván
guess-grade-best = lựa chọn số một của máy
guess-grade-good = hay ngang nước tốt nhất
guess-grade-as-game = ngang với nước trong ván
guess-grade-fair = kém hơn một chút
guess-grade-inaccuracy = chưa chính xác
guess-grade-mistake = sai lầm
guess-grade-shown = đã hiện nước đi
guess-grade-unjudged = máy không đánh giá được nên không tính
guess-place = Nước { $number } trên { $of }
guess-points = { $points } trên { $most } điểm
guess-task = { $side } đi. Ván cờ đã đi nước nào?
guess-worth = { $points } điểm
guess-tried = Nước của bạn: { $written }
guess-tried-loses = Nước của bạn: { $written }, mất { $percent } % cơ hội thắng
guess-played = Đã đi: { $written }
guess-best = Lựa chọn số một của máy: { $written }
guess-summary = Số nước: { $guesses } · như trong ván: { $hits } · { $points } trên { $most } điểm
guess-look = Nước { $number }: { $written }, −{ $percent } %
guess-typed = Nước đi, chẳng hạn { $example }
guess-live-hint = Chọn một nước trên bàn cờ trước khi nó được đi; có điểm khi nước đến, và chỉ bạn thấy
guess-live-end = Thôi đoán
guess-live-task = { $side } đi. Sẽ đi nước nào?
guess-live-waits = còn đổi được cho đến khi nước đến
guess-live-choose = Đoán nước này
puzzle-explained = Hãy tìm cách chiếu hết nhanh nhất. Lần giải đầu tiên được tính vào điểm của bạn; bài chưa giải được sẽ trở lại sau.
puzzle-today = Câu đố hôm nay
puzzle-done = đã giải
puzzle-next = Câu tiếp theo
puzzle-again = Làm lại
puzzle-leave = Quay lại
puzzle-hint = Gợi ý
puzzle-hint-piece = Quân nào?
puzzle-show = Cho xem nước đi
puzzle-counts = Sau đó câu đố tính là chưa giải được
puzzle-marked = Hãy đi quân được đánh dấu
puzzle-right = Đúng! Tiếp tục.
puzzle-solved = Đã giải xong!
puzzle-shown-move = Đã cho xem nước đi này. Hãy đi tiếp.
puzzle-shown = Chiếu hết là như vậy. Hãy thử lại vào hôm khác.
puzzle-not-check = Ở đây nước nào cũng phải chiếu
puzzle-undecided = Nước này mất quá nhiều thời gian để xét: hãy thử nước khác
puzzle-thinking = Đang xét nước đi…
puzzle-number = Câu đố { $number }
puzzle-task = { $side } đi trước. Chiếu hết trong { $moves } nước.
puzzle-task-checks = { $side } đi trước. Chiếu hết trong { $moves } nước, nước nào cũng chiếu.
puzzle-difficulty = Độ khó { $number }
puzzle-theme = Thế sát: { $names }
puzzle-longer = Nước này cũng thắng, sau { $moves } nước, nhưng còn cách nhanh hơn
puzzle-wrong = { $played } không chiếu hết kịp
puzzle-wrong-reply = Sau { $played }, { $reply } gỡ được kịp thời
puzzle-rating = Điểm giải đố của bạn: { $rating }
puzzle-rated = Điểm giải đố: { $before } → { $after }
puzzle-streak = { $days } ngày liên tiếp
puzzle-progress = Đã giải { $solved } / { $of } câu
puzzle-due = { $puzzles } câu cần ôn hôm nay
puzzle-typed = Nước đi, ví dụ { $example }
puzzle-mistake = Sai lầm của bạn
puzzle-mend = Sai lầm của tôi
puzzle-mend-hint = Tìm nước hay hơn trong các ván của bạn. Sai lầm lấy từ những ván bạn đã phân tích khi xem lại
puzzle-mend-show = Hiện nước
puzzle-mend-next = Sai lầm tiếp
puzzle-mend-counts = Sai lầm này sẽ trở lại vào ngày mai
puzzle-mend-shown = Nước hay đã ở trên bàn cờ
puzzle-mend-same = Đó là nước bạn đã đi. Hãy tìm nước hay hơn
puzzle-mend-unjudged = Máy không đánh giá được nước này
puzzle-mistakes = Sai lầm của bạn: { $open } · cần ôn hôm nay: { $due }
puzzle-mend-task = { $side } đi. Bạn đã đi { $written }: hãy tìm nước hay hơn.
puzzle-mend-right = Đúng! { $written } hay như nước tốt nhất
puzzle-mend-wrong = { $written } chưa đủ hay. Hãy thử nước khác
puzzle-mend-best = Nước tốt nhất là { $written }
puzzle-flags = Đoạt quân kỳ
puzzle-flags-explained = Cờ lục quân: tìm nước chắc chắn lấy được quân kỳ, dù các quân úp là quân gì.
puzzle-flag-number = Quân kỳ { $number }
puzzle-flags-in = Trong { $moves } nước
puzzle-flag-task = { $side } đi trước. Chắc chắn lấy quân kỳ trong { $moves } nước.
puzzle-flag-left = { $side } còn: { $pieces }
puzzle-flag-moved = { $place }: đã di chuyển
puzzle-flag-took = { $place }: đã tấn công và ăn { $piece } của bạn
puzzle-flag-held = { $place }: { $piece } của bạn tấn công nó và bị loại
puzzle-flag-stands = { $played } chưa chắc: ở đó có thể là { $piece }
puzzle-flag-reply = { $played } chưa chắc: nếu các quân đứng như thế này, { $reply } ngăn được
puzzle-flag-late = { $played } không kịp lấy quân kỳ
puzzle-flag-unsure = { $played } chưa chắc: bạn không thể biết các quân có đứng như thế này không
puzzle-theme-double-cannon = Pháo trùng
puzzle-theme-cannon-behind-horse = Mã hậu pháo
puzzle-theme-smothered = Muộn cung
puzzle-theme-crouching-horse = Ngọa tào mã
puzzle-theme-palace-corner-horse = Quải giác mã
puzzle-theme-angler-horse = Điếu ngư mã
puzzle-theme-octagon-horse = Bát giác mã
puzzle-theme-two-rooks = Song xa thác
puzzle-theme-iron-bolt = Thiết môn thuyên
puzzle-theme-facing-generals = Bạch diện tướng
puzzle-theme-double-check = Lưỡng chiếu
puzzle-theme-stalemate = Vây bí
puzzle-theme-heart-pierce = Đại đảm xuyên tâm
endgame-title = Cờ tàn
endgame-explained = Chơi các thế cờ tàn quen thuộc với máy và giữ đúng kết quả trong sách: thế thắng phải thắng, thế hòa phải giữ hòa.
endgame-puzzles = Về các câu đố
endgame-won = Phải thắng
endgame-drawn = Phải giữ hòa
endgame-done = đã nắm vững
endgame-next = Thế tiếp theo
endgame-thinking = Máy đang nghĩ…
endgame-no-reply = Máy không trả lời được. Hãy đi lại nước đó
endgame-verdict-win = Theo sách: thắng
endgame-verdict-draw = Theo sách: hòa
endgame-progress = Đã nắm vững { $solved } / { $of } thế
endgame-task-win = { $side } đi trước. Hãy thắng.
endgame-task-hold = { $side } đi trước. Hãy giữ hòa: không thua trong { $moves } nước.
endgame-kept = Thành công! { $reason }
endgame-held = Thành công! Bạn đã giữ hòa { $moves } nước
endgame-lost = Không giữ được kết quả. { $reason }
endgame-against = { $attacker } đấu { $defender }
endgame-bare = tướng trơ
endgame-guards = sĩ tượng toàn
endgame-kind-king = { $count ->
        [1] tướng
       *[other] { $count } tướng
    }
endgame-kind-advisor = { $count ->
        [1] sĩ
       *[other] { $count } sĩ
    }
endgame-kind-elephant = { $count ->
        [1] tượng
       *[other] { $count } tượng
    }
endgame-kind-horse = { $count ->
        [1] mã
       *[other] { $count } mã
    }
endgame-kind-rook = { $count ->
        [1] xe
       *[other] { $count } xe
    }
endgame-kind-cannon = { $count ->
        [1] pháo
       *[other] { $count } pháo
    }
endgame-kind-pawn = { $count ->
        [1] tốt
       *[other] { $count } tốt
    }

## Tournaments in the lobby
tournaments = Giải đấu
tournaments-open = Giải đấu ({ $open })
tournaments-hint = Các giải của máy chủ này: đăng ký thi đấu, theo dõi, hoặc tự tổ chức
back-to-tournament = Về giải đấu

## Tournaments
evening-none = Chưa có giải nào. Hãy tự tổ chức, hoặc nhập mã mà ban tổ chức đưa bạn.
evening-plan = Tổ chức giải
evening-plan-guest = Hãy đăng ký tên để đưa giải lên sảnh.
evening-code = Mã hoặc liên kết
evening-code-open = Mở
evening-back-to-list = Tất cả các giải
evening-back-to-lobby = Về sảnh
evening-players-count = { $players } kỳ thủ
evening-stage-entry = Đang nhận đăng ký
evening-stage-round-of = Vòng { $round }/{ $rounds }
evening-stage-ended = Đã kết thúc
evening-you-play = Bạn thi đấu
evening-you-organise = Bạn tổ chức
evening-begins-in = Bắt đầu sau { $minutes } phút
evening-begins-at = Bắt đầu { $when }
evening-begins-by-hand = Ban tổ chức cho bắt đầu

## The systems
evening-system = Thể thức
evening-system-swiss = Hệ Thụy Sĩ
evening-system-round-robin = Vòng tròn
evening-system-knock-out = Loại trực tiếp
evening-system-arena = Đấu trường
evening-system-team-match = Đấu đồng đội
evening-swiss-explained = Kỳ thủ gần điểm gặp nhau, không ai gặp lại đối thủ cũ.
evening-round-robin-explained = Mỗi người gặp tất cả những người khác.
evening-knock-out-explained = Thua là bị loại.
evening-arena-explained = Ai đang chờ thì được ghép cặp, cho đến khi ban tổ chức kết thúc.
evening-team-match-explained = Hai đội gặp nhau theo từng bàn. Đơn vị của kỳ thủ là đội.

## The plan
evening-plan-send = Tạo giải
evening-title = Tên giải
evening-title-example = Tối thứ Sáu
evening-void-below-half = Ván của người rút khỏi giải khi chưa đấu được một nửa thì không tính cho ai
evening-level = Ai đi tiếp khi trận đấu hòa
evening-level-better-seed = Người có số nhỏ hơn
evening-level-black = Bên Đen của ván cuối
evening-level-lot = Bốc thăm
evening-streaks = Nhân đôi điểm sau hai ván thắng liên tiếp
evening-decider = Thêm một ván ở bàn hòa
evening-decider-none = Không
evening-decider-red = Hòa thì Đỏ thắng
evening-decider-black = Hòa thì Đen thắng
evening-clock = Thời gian
evening-pace = Vòng sau
evening-pace-by-hand = Khi tôi cho bắt đầu
evening-pace-after-all = Sau giờ nghỉ
evening-pace-slots = Theo khoảng cách cố định
evening-start = Bắt đầu
evening-start-by-hand = Khi tôi cho bắt đầu
evening-start-in = Sau { $minutes } phút
evening-check-in = Chỉ người điểm danh mới được xếp cặp
evening-public = Hiện trong sảnh
evening-numbering = Số thứ tự
evening-numbering-entry = Theo thứ tự đăng ký
evening-numbering-rating = Theo hệ số
evening-numbering-lot = Bốc thăm
evening-absence = Bị loại sau số lần vắng
evening-absence-never = Không loại
evening-tie-breaks = Xếp hạng khi bằng điểm
evening-tie-break-up = { $name }: lên trên
evening-number-fault = Hãy nhập số từ { $least } đến { $most }
evening-tie-break-opponents-score = Điểm đối thủ
evening-tie-break-opponents-score-short = Đ.thủ
evening-tie-break-cumulative = Điểm lũy tiến
evening-tie-break-cumulative-short = L.tiến
evening-tie-break-wins = Số ván thắng
evening-tie-break-wins-short = Thắng
evening-tie-break-wins-as-second = Số ván thắng khi đi sau
evening-tie-break-wins-as-second-short = T. sau
evening-tie-break-games-as-second = Số ván đi sau
evening-tie-break-games-as-second-short = Đi sau
evening-tie-break-direct-encounter = Đối đầu
evening-tie-break-direct-encounter-short = Đ.đầu
evening-tie-break-sonneborn-berger = Sonneborn-Berger
evening-tie-break-sonneborn-berger-short = SB
evening-tie-break-fouls = Ít phạm lỗi hơn
evening-tie-break-fouls-short = Lỗi
evening-tie-break-drop-rounds = Điểm không kể các vòng cuối
evening-tie-break-drop-rounds-short = Bỏ cuối
evening-tie-break-earlier-finish = Kết thúc ván cuối sớm hơn
evening-tie-break-earlier-finish-short = Giờ

## The pages of a tournament
evening-page-round = Vòng đấu
evening-page-standings = Xếp hạng
evening-page-players = Kỳ thủ
evening-page-log = Nhật ký
evening-page-organise = Tổ chức
evening-wall = Màn hình lớn
evening-wall-hint = Chữ lớn kín cửa sổ, cho máy chiếu
evening-wall-end = Thoát màn hình lớn
evening-wall-next = Trang sau
evening-boards = Xem nhiều bàn
evening-boards-hint = Các bàn đầu cạnh nhau, đúng như đang đấu
evening-boards-shown = Bàn { $first }–{ $last } trên { $all }
evening-boards-one = Bàn { $board } trên { $all }
evening-boards-none = Hiện không có bàn nào đang đấu trên máy chủ.
evening-boards-earlier = Các bàn trước
evening-boards-later = Các bàn sau
evening-boards-over = Ván đã kết thúc
evening-boards-last = nước cuối { $written }
evening-link = Liên kết
evening-copy = Chép liên kết
evening-qr = Mã QR
evening-qr-explained = Ai quét mã sẽ vào giải.
evening-code-is = Mã { $code }
evening-organised-by = Tổ chức: { $names }

## The user's own part
evening-enter = Đăng ký thi đấu
evening-enter-late = Đăng ký bổ sung
evening-club = Đơn vị hoặc đội
evening-club-example = có thể để trống
evening-check-me-in = Điểm danh
evening-withdraw = Rút khỏi giải
evening-play-again = Đấu tiếp
evening-watch = Xem
evening-you-entered = Bạn đã đăng ký thi đấu.
evening-you-are-checked-in = Bạn đã điểm danh.
evening-you-entered-check-in = Bạn đã đăng ký thi đấu. Hãy điểm danh trước khi bắt đầu.
evening-you-watch = Bạn đang xem. Đã hết hạn đăng ký.
evening-may-enter = Bạn có thể đăng ký thi đấu.
evening-you-red = Bàn { $board }: bạn cầm Đỏ gặp { $opponent }
evening-you-black = Bàn { $board }: bạn cầm Đen gặp { $opponent }
evening-you-bye = Vòng này bạn được miễn đấu.
evening-you-wait = Bạn đang chờ đối thủ.
evening-you-eliminated = Bạn đã bị loại.
evening-you-are-done = Bạn đã đấu đủ số ván tối đa.
evening-own-sheet = Các ván của tôi
evening-object-until = Còn { $time } để khiếu nại kết quả.
evening-own-standing = Hạng { $place } · { $points } điểm
evening-arena-unplaced = Điểm { $points } · Đã chơi { $games }/{ $least } ván cần để xếp hạng
evening-next-in = Vòng sau bắt đầu sau { $time }
evening-arena-next-in = Ghép cặp tiếp theo sau { $time }
evening-first-in = Bắt đầu sau { $time }
evening-next-by-hand = Ban tổ chức cho bắt đầu vòng sau.
evening-played-out = Đã đấu hết các vòng; ban tổ chức sẽ kết thúc giải.
evening-games-running = Còn { $running } bàn chưa có kết quả
evening-late-you = Hãy ngồi vào bàn: bạn bị xử thua sau { $time }
evening-late-opponent = Đối thủ chưa đến: bị xử thua sau { $time }

## Boards
evening-round = Vòng { $round }
evening-arena-round = Lượt ghép { $round }
evening-earlier-round = Vòng trước
evening-later-round = Vòng sau
evening-arena-earlier = Lượt ghép trước
evening-arena-later = Lượt ghép sau
evening-no-round = Vòng 1 chưa được xếp cặp.
evening-arena-no-round = Chưa ghép cặp.
evening-board = Bàn
evening-red = Đỏ
evening-black = Đen
evening-result = Kết quả
evening-bye = Miễn đấu
evening-board-playing = Đang đấu
evening-board-waiting = Đang chờ
evening-board-late = { $name } chưa đến ({ $time })
evening-board-both-late = Cả hai chưa đến ({ $time })
evening-board-wooden = Bàn cờ thật
evening-result-red = 1–0
evening-result-draw = ½–½
evening-result-black = 0–1
evening-result-forfeit-red = + –
evening-result-forfeit-black = – +
evening-result-forfeit-both = – –
evening-objected = Có khiếu nại
evening-why-board = Vì sao bàn { $board } được xếp như vậy
evening-object = Khiếu nại kết quả
evening-object-words = Điều gì sai
evening-object-send = Khiếu nại

## Why a pair meets
evening-meeting-same-points = Cả hai có { $points } điểm: thứ { $first } và { $second } trong { $group } người cùng điểm.
evening-meeting-floats = { $name } hơn { $difference } điểm và xuống nhóm dưới: nhóm lẻ người, hoặc không còn đối thủ khác.
evening-meeting-bye = { $name } được miễn đấu: không ai ít điểm hơn được miễn nữa.
evening-meeting-table = Bảng đấu có cặp này ở vòng này.
evening-meeting-waiting = Cả hai đang chờ.
evening-meeting-by-hand = Ban tổ chức quyết định.
evening-colours-table = Bảng đấu định bên Đỏ, Đen.
evening-colours-boards = Chưa ai đấu: các bàn luân phiên, bàn đầu bốc thăm.
evening-colours-due-red = { $name } đến lượt cầm Đỏ.
evening-colours-due-black = { $name } đến lượt cầm Đen.
evening-colours-exchanged = Cả hai cùng đến lượt một bên: đổi ngược vòng gần nhất mà hai người khác bên.
evening-costs = Không tránh được: { $criterion }
evening-criterion-forbidden = cặp mà luật không cho phép
evening-criterion-second-meetings = gặp lại lần hai
evening-criterion-second-byes = miễn đấu lần hai
evening-criterion-third-colours = ba lần liền cùng một bên
evening-criterion-bye-points = người nhiều điểm hơn được miễn đấu
evening-criterion-points-difference = các cặp khác điểm
evening-criterion-repeated-floats = lại đổi nhóm cùng hướng
evening-criterion-same-club = cặp cùng đơn vị
evening-criterion-strong-colours = bên đi không cân bằng
evening-criterion-mild-colours = bên đi không luân phiên
evening-criterion-bye-place = miễn đấu xa cuối bảng
evening-criterion-order = thứ tự trong nhóm
evening-why-not = Vì sao không phải { $one } – { $other }?
evening-why-no-bye = Vì sao { $name } không được miễn đấu?
evening-why-not-me = Vì sao không gặp tôi?
evening-why-not-they-meet = Họ có gặp nhau.
evening-why-not-is-bye = { $name } được miễn đấu.
evening-why-not-no-pairing = Hiện không thể xếp cặp.
evening-why-not-away = { $name } không tham gia vòng này.
evening-why-not-same = Đó là cùng một kỳ thủ.
evening-why-not-have-met = Họ đã gặp nhau ở vòng { $round }.
evening-why-not-had-bye = Người này đã có điểm mà không đấu.
evening-why-not-even = Số kỳ thủ chẵn: không ai được miễn đấu.
evening-why-not-table = Theo bảng, họ gặp nhau ở vòng { $round }.
evening-why-not-table-none = Bảng chưa có cặp này.
evening-why-not-stuck = Khi đó những người khác không thể ghép cặp nếu không gặp lại.
evening-why-not-costs = Vòng đấu sẽ kém hơn ở điểm này: { $criterion } ({ $instead } thay vì { $chosen }).
evening-why-not-equal = Cũng tốt như vậy; số thứ tự quyết định.
evening-why-not-changes = Các cặp khi đó: { $pairs }

## Standings and the sheet of a player
evening-place = Hạng
evening-name = Tên
evening-points-short = Điểm
evening-games-short = Ván
evening-no-standings = Chưa ai thi đấu.
evening-standings-final = Xếp hạng chung cuộc
evening-standings-after = Xếp hạng sau vòng { $round }
evening-standings-in = Xếp hạng trong vòng { $round }
evening-standings-now = Xếp hạng hiện tại
evening-below-points = Sau { $name } vì kém { $points } điểm.
evening-below-tie-break = Bằng điểm { $name }, kém về: { $tie_break }.
evening-below-stage = Sau { $name }, người đi xa hơn hoặc đã đấu đủ ván.
evening-below-nothing = Không phân biệt được với { $name }: đồng hạng.
evening-below-first = Không ai ở trên.
evening-breakdown = { $tie_break }: { $value } = { $parts }
evening-breakdown-alone = { $tie_break }: { $value }
evening-does-not-apply = không áp dụng
evening-score-win = Thắng
evening-score-draw = Hòa
evening-score-loss = Thua
evening-score-forfeit-win = Thắng do đối thủ vắng
evening-score-forfeit-loss = Vắng mặt
evening-score-running = Đang đấu
evening-score-bye = Miễn đấu
evening-score-excused = Xin nghỉ
evening-score-late = Chưa đăng ký
evening-score-unpaired = Không được xếp cặp
evening-score-void = Không tính
evening-fouls = { $fouls } lỗi

## Players
evening-no-players = Chưa ai đăng ký.
evening-rating = Hệ số
evening-state = Tình trạng
evening-player-here = Có mặt
evening-player-away = Vắng
evening-player-checked-in = Đã điểm danh
evening-player-not-checked-in = Chưa điểm danh
evening-player-missing = Vắng lúc bắt đầu
evening-player-withdrawn = Đã rút khỏi giải
evening-player-out = Bị loại vì vắng
evening-player-wooden = Bàn cờ thật

## Tournaments: the log
evening-log-empty = Chưa có gì.
evening-log-organiser = Ban tổ chức
evening-log-entered = { $name } đăng ký thi đấu.
evening-log-entered-late = { $name } đăng ký bổ sung.
evening-log-checked-in = { $name } điểm danh.
evening-log-withdrew = { $name } rút khỏi giải.
evening-log-returned = { $name } đấu tiếp.
evening-log-excused = { $name } xin nghỉ vòng { $round }.
evening-log-started = Giải bắt đầu.
evening-log-paired = { $turn } đã xếp cặp: { $boards } bàn.
evening-log-paired-by-hand = { $turn } xếp cặp bằng tay: { $why }
evening-log-repaired = { $turn }: đổi kỳ thủ: { $why }
evening-log-won = { $place }: { $winner } thắng { $loser }.
evening-log-drawn = { $place }: { $red } và { $black } hòa.
evening-log-forfeited = { $place }: { $name } vắng mặt.
evening-log-forfeited-both = { $place }: cả hai vắng mặt.
evening-log-fouled = { $place }: { $name } phạm lỗi.
evening-log-corrected = { $place } sửa thành { $result }: { $why }
evening-log-annulled = { $turn } đã bị hủy: { $why }
evening-log-conceded-meetings = Cho phép gặp lại: { $why }
evening-log-conceded-byes = Cho phép miễn đấu lần hai: { $why }
evening-log-ended = Giải kết thúc.
evening-log-undone = Hoàn tác: "{ $what }" ({ $why })
evening-log-void = { $what } (đã hoàn tác)
evening-undo = Hoàn tác

## Organise
evening-all-well = Không có việc gì cần bạn.
evening-problems = Cần xử lý
evening-problem-objection = { $place }: { $name } khiếu nại: "{ $words }"
evening-problem-confirm = Giữ kết quả
evening-problem-correct = Sửa kết quả
evening-problem-late = Bàn { $board }: { $name } đến muộn ({ $time })
evening-problem-both-late = Bàn { $board }: cả hai đến muộn ({ $time })
evening-problem-away = { $count } người đang vắng: { $names }
evening-late-boards = { $boards } bàn có người đến muộn.
evening-problem-no-pairing = Luật không cho phép xếp cặp tất cả kỳ thủ.
evening-problem-too-few = Quá ít kỳ thủ: { $players }
evening-problem-decided = Mọi việc đã ngã ngũ: hãy kết thúc giải.
evening-problem-wait = Người đang chờ chưa thể ghép cặp.
evening-problem-met-everyone = Đã gặp tất cả: { $names }
evening-problem-everyone-had-bye = Ai cũng đã được miễn đấu.
evening-concede-second-meetings = Cho phép gặp lại
evening-concede-second-byes = Cho phép miễn đấu lần hai
evening-remedy-excuse = Cho { $name } nghỉ vòng này
evening-remedy-end = Kết thúc giải ngay
evening-begin = Bắt đầu giải
evening-pair-next = Xếp cặp vòng sau
evening-end = Kết thúc giải
evening-annul = Hủy vòng
evening-results = Kết quả
evening-enter-result = Bàn { $board }: { $red } (Đỏ) – { $black } (Đen)
evening-set-red = Đỏ thắng
evening-set-draw = Hòa
evening-set-black = Đen thắng
evening-set-absent-red = Đỏ vắng
evening-set-absent-black = Đen vắng
evening-set-absent-both = Cả hai vắng
evening-foul-red = Đỏ phạm lỗi
evening-foul-black = Đen phạm lỗi
evening-exchange = Đổi kỳ thủ
evening-reason = Lý do, mọi người đều đọc được
evening-reason-missing = Hãy ghi lý do trước.
evening-entries = Đăng ký thi đấu
evening-paste = Kỳ thủ, mỗi dòng một người: tên, đơn vị, hệ số
evening-paste-example = Nguyễn Văn An, Bến Nghé, 1650
evening-paste-send = Nhập danh sách…
evening-paste-count = Nhập { $players } kỳ thủ
evening-excuse = Cho nghỉ vòng sau
evening-allow-return = Cho thi đấu
evening-withdraw-player = Rút người này khỏi giải
evening-check-in-player = Điểm danh
evening-appoint = Thêm vào ban tổ chức
evening-appoint-name = Tên kỳ thủ đã đăng ký
evening-appoint-already = Đã ở trong ban tổ chức
evening-appoint-computer = Kỳ thủ máy không làm ban tổ chức
evening-few-checked-in = Chỉ người điểm danh mới được xếp cặp, và cần ít nhất hai kỳ thủ; hiện có { $present } đã điểm danh.
evening-sure-end = Kết thúc giải? Bảng xếp hạng sẽ là chung cuộc.
evening-sure-end-arena = Kết thúc giải bây giờ? Bảng xếp hạng sẽ là chung cuộc, và ván đang đấu không tính cho ai.
evening-cancel = Hủy giải
evening-sure-cancel = Hủy giải này? Những người đã đăng ký sẽ được báo.
evening-enter-computers = Thêm kỳ thủ máy
evening-computers-free = { $count } máy rảnh
evening-result-ends = Ván đang đấu trên máy chủ: nhập kết quả sẽ kết thúc ván.
evening-computers-entered = Đã thêm { $players } kỳ thủ máy.
evening-computers-entered-short = Đã thêm { $players } kỳ thủ máy. Không còn kỳ thủ máy nào rảnh.
evening-sure-annul = Hủy vòng này? Các kết quả không được tính.
evening-sure-withdraw = Rút khỏi giải? Ván đang đấu bị xử thua, và bạn không được xếp cặp nữa.
evening-sure-undo = Hoàn tác "{ $what }"?
evening-close = Đóng

## News (notices, text mode): whether or not the screen is open
evening-called = { $title }: bàn { $board }, gặp { $opponent }
evening-called-bye = { $title }: bạn được miễn đấu
evening-closed = Giải đã đóng.
evening-when = Lúc
evening-event = Việc
evening-club-column = Đơn vị

## Tournaments: further words
evening-start-at = Vào ngày giờ
evening-start-field = Ngày và giờ
evening-start-example = 2026-12-04 19:30
evening-start-fault = Ngày giờ như 2026-12-04 19:30, không ở quá khứ
evening-absence-in-a-row = Liên tiếp
evening-absence-in-all = Tổng cộng
evening-files = Lưu và in
evening-file-standings-csv = Bảng xếp hạng CSV
evening-file-pairings-csv = Bảng cặp đấu CSV
evening-file-trf = Toàn giải TRF
evening-file-pairings-by-board = Trang in: cặp đấu theo bàn
evening-file-pairings-by-name = Trang in: cặp đấu theo tên
evening-file-standings-page = Trang in: bảng xếp hạng
evening-file-crosstable-page = Trang in: bảng đối đầu
evening-file-certificates = Trang in: giấy khen
evening-number-rounds = Số vòng
evening-number-clubs-apart = Vòng đầu khác đơn vị
evening-number-cycles = Số lượt vòng tròn
evening-number-games = Số ván mỗi trận
evening-number-tie-break-games = Số ván thêm khi hòa
evening-number-min-games = Số ván cần để xếp hạng
evening-number-max-games = Số ván tối đa mỗi người
evening-number-break-minutes = Nghỉ (phút)
evening-number-slot-minutes = Số phút giữa hai vòng
evening-number-late-minutes = Vắng bị xử thua sau (phút)
evening-number-absences = Số lần vắng thì bị loại
evening-number-last-entry-round = Người mới được vào đến vòng
evening-number-no-result-before = Không hòa, không nhận thua trước nước
evening-propose = Xem trước cặp đấu vòng sau
evening-proposal = Cặp đấu vòng sau
evening-pair-by-hand = Xếp cặp bằng tay
evening-pairing-explained = Chọn hai kỳ thủ để đổi chỗ. Lý do là để các kỳ thủ đọc.
evening-pairing-turn = Đổi bên
evening-pairing-send = Dùng cặp đấu này
evening-pairing-picked = { $name } đổi chỗ với …
evening-share = Chia sẻ
evening-copy-code = Chép mã
evening-loading = Xin chờ …
evening-confirm = Xác nhận
evening-sure-correct = Sửa kết quả? Mọi người đọc được lý do.
evening-sure-decide = Nhập kết quả này? Ván ở bàn này đang đấu trên máy chủ và sẽ kết thúc theo.
evening-sure-withdraw-player = { $name } rút khỏi giải? Sẽ không được xếp cặp nữa.
evening-object-heading = Khiếu nại kết quả
evening-results-missing = Còn thiếu { $boards } kết quả
evening-begins-by-itself = Ván cờ tự bắt đầu khi cả hai có mặt.
evening-you-excused = Ban tổ chức cho bạn nghỉ vòng này.
evening-you-missing = Bạn chưa điểm danh khi giải bắt đầu.
evening-you-withdrew = Bạn đã rút khỏi giải.
evening-you-expelled = Ban tổ chức đã cho bạn rút khỏi giải; chỉ ban tổ chức có thể cho bạn đấu lại.
evening-you-out-for-absences = Bạn bị loại vì vắng; ban tổ chức có thể cho bạn đấu lại.
evening-you-placed = Đã kết thúc: bạn xếp hạng { $place }.
evening-is-over = Đã kết thúc.
evening-organisers = Ban tổ chức
evening-more-steps = Việc khác
evening-line-no-name = Thiếu tên.
evening-line-too-long = Tên hoặc đơn vị quá dài.
evening-line-rating = Hệ số không phải là số.
evening-line-too-many-parts = Nhiều hơn tên, đơn vị và hệ số.
evening-line-doubled = Giống dòng { $line }.
evening-line-entered = Đã đăng ký rồi.
evening-line-fault-of = Dòng { $line } "{ $text }": { $fault }
evening-trf-taken = Đã đọc { $players } kỳ thủ từ tệp giải đấu (TRF). Liên đoàn được dùng làm đơn vị.
evening-trf-results = Tệp còn có kết quả. Ở đây chỉ lấy danh sách kỳ thủ.
evening-trf-fault-of = Tệp giải đấu (TRF), dòng { $line }, cột { $column }: { $fault }
evening-trf-too-long = Tệp quá dài.
evening-trf-no-player = Không có dòng nào bắt đầu bằng 001, nên không có kỳ thủ.
evening-trf-too-many-players = Có hơn { $most } kỳ thủ.
evening-trf-too-many-rounds = Có hơn { $most } vòng.
evening-trf-too-short = Dòng này quá ngắn.
evening-trf-not-a-number = "{ $text }" không phải là số.
evening-trf-number-missing = Thiếu số thứ tự.
evening-trf-doubled-number = Dòng { $line } cũng có số thứ tự { $number }.
evening-trf-not-blank = Chỗ này phải là dấu cách, không phải "{ $text }". Có thể các cột bị lệch.
evening-trf-unknown-side = "{ $text }" không phải là bên nào: phải là w hoặc b.
evening-trf-unknown-mark = "{ $text }" không phải là kết quả.
evening-trf-mark-without-game = Kết quả không khớp với đối thủ.
evening-trf-unknown-opponent = Không có kỳ thủ số { $number }.
evening-trf-own-opponent = Kỳ thủ là đối thủ của chính mình.
evening-trf-contradiction = Dòng { $line } ghi khác về ván này.
evening-trf-unknown-points = "{ $text }" không phải là kết quả có điểm.
evening-paste-over = Giải có nhiều nhất { $most } kỳ thủ. Hãy bỏ bớt { $over } dòng.
evening-paste-cut = Ở đây chỉ đủ chỗ cho { $lines } dòng đầu. Phần còn lại bị bỏ: hãy xóa những gì không cần rồi dán lại.
evening-rules-heading = Luật khác
evening-time-heading = Thời gian
evening-wait-follow = Đang mở giải đấu …
evening-unreadable = Giải này thuộc phiên bản mới hơn của chương trình.
evening-board-number = Bàn { $board }
evening-board-of-round = Vòng { $round }, bàn { $board }
evening-current-result = Kết quả hiện tại
evening-correct-explained = Bàn đã có kết quả thì sửa kèm lý do.
evening-rounds-count = { $rounds } vòng
evening-begins-by-you = Bạn cho bắt đầu ở trang "Tổ chức". Kỳ thủ đăng ký bằng liên kết hoặc mã, hoặc bạn thêm họ ở đó.
evening-pair-round = Xếp cặp vòng { $round }
evening-you-objected = Bàn { $board }: bạn đã khiếu nại. Ban tổ chức quyết định.
evening-objection-confirmed = Bàn { $board }: ban tổ chức đã giữ nguyên kết quả.
evening-undo-end-first = Giải đã kết thúc. Muốn sửa kết quả, trước hết hãy hoàn tác việc kết thúc giải trong nhật ký.
evening-undo-plays-again = Bàn này đấu lại ngay, và hai kỳ thủ được gọi.
evening-computers-at-wood = Kỳ thủ máy chỉ đấu trên máy chủ. Ở đây có { $players } kỳ thủ ngồi bàn cờ thật: máy không đi quân với họ, và bạn phải nhập kết quả.
evening-sure-leave = Rút khỏi giải? Bạn không được xếp cặp nữa.
evening-quit-early = Đây là ván của giải đấu. Nếu không trở lại, bạn bị xử thua vì vắng mặt. Muốn chơi, hãy mở lại chương trình ngay.
evening-results-tap = Chọn một bàn để nhập kết quả.
evening-to-tournament = Giải đấu
evening-back-to-game = Về ván cờ
evening-knock-out-stage = Giai đoạn { $stage }
evening-advances = { $name } đi tiếp
evening-fouls-heading = Phạm lỗi
evening-pages = Các trang

## Refusals about tournaments
evening-refused-unknown = Máy chủ không có giải nào với mã này, hoặc không còn giữ giải đó.
evening-refused-not-organiser = Chỉ ban tổ chức mới làm được việc này.
evening-refused-guest = Chỉ kỳ thủ đã đăng ký mới tổ chức được giải công khai.
evening-refused-not-entered = Bạn chưa đăng ký thi đấu ở giải này.
evening-refused-no-pairing = Hiện không thể xếp cặp vòng sau.
evening-refused-not-by-hand = Việc này không ghi bằng tay được.
evening-refused-needs-organiser = Chỉ ban tổ chức mới có thể cho bạn trở lại.
evening-refused-no-computers = Hiện không có kỳ thủ máy nào rảnh.
evening-refused-not-planner = Chỉ người lập giải mới được làm việc này.
evening-refused-planner-stays = Người lập giải luôn là người tổ chức.
evening-refused-too-many = Bạn đã tổ chức { $evenings } giải, hoặc máy chủ có quá nhiều giải.
evening-refused-too-many-organisers = Một giải có nhiều nhất { $organisers } người tổ chức.
evening-refused-no-objection = Bạn không thể khiếu nại kết quả này, hoặc không còn được nữa.
evening-refused-words = Hãy viết từ 1 đến { $most } ký tự.
evening-plan-refused-title = Tên giải cần từ 1 đến { $most } ký tự.
evening-plan-refused-sides = Hai bên phải cùng thời gian; bên đi và đi lại không do kế hoạch chọn.
evening-plan-refused-untimed = Ván của giải phải có đồng hồ, nếu không vòng đấu không kết thúc.
evening-plan-refused-start = Giờ bắt đầu đã qua hoặc quá 60 ngày nữa.
evening-plan-refused-pace = Giờ nghỉ, khoảng cách hoặc giờ chờ người vắng bằng 0 hoặc quá dài.
evening-plan-refused-least-ply = Chỉ có thể cấm xin thua và cầu hòa tối đa { $plies } nửa nước.
evening-plan-refused-length = Số vòng, ván hoặc lượt bằng 0 hoặc quá lớn.
evening-plan-refused-points = Một kết quả đáng quá nhiều điểm.
evening-plan-refused-doubled-tie-break = "{ $tie_break }" có hai lần trong thứ tự.
evening-plan-refused-absence = Số lần vắng để bị loại ít nhất là 1.
evening-event-name = Thiếu tên hoặc tên quá dài.
evening-event-text-too-long = Văn bản quá dài.
evening-event-reason-missing = Thiếu lý do. Ai cũng đọc được lý do.
evening-event-doubled-name = Tên này với đơn vị này đã đăng ký. Hãy thêm đơn vị hoặc chữ để phân biệt.
evening-event-doubled-account = Tài khoản này đã đăng ký thi đấu.
evening-event-full = Giải đã đủ người.
evening-event-journal-full = Nhật ký của giải đã đầy.
evening-event-has-begun = Giải đã bắt đầu.
evening-event-not-begun = Giải chưa bắt đầu.
evening-event-has-ended = Giải đã kết thúc.
evening-event-too-few-players = Cần ít nhất hai kỳ thủ; hiện có { $present }.
evening-event-not-two-teams = Cần đúng hai đội có cùng số người.
evening-event-entry-closed = Không ai đăng ký được nữa.
evening-event-no-such-player = Không có kỳ thủ này.
evening-event-no-such-board = Vòng { $round } không có bàn { $board }.
evening-event-not-the-last-round = Vòng { $round } không phải vòng cuối; chỉ vòng cuối mới đổi được.
evening-event-already-so = Đã là như vậy.
evening-event-round-passed = Vòng { $round } đã xếp cặp, hoặc không có.
evening-event-has-result = Bàn { $board } đã có kết quả; hãy sửa kết quả.
evening-event-no-result = Bàn { $board } chưa có kết quả.
evening-event-games-running = Còn { $games } ván chưa xong.
evening-event-no-round-left = Cả { $rounds } vòng đã xếp cặp.
evening-event-paired-twice = Một kỳ thủ có hai lần trong cặp đấu.
evening-event-not-taking-part = Có kỳ thủ không tham gia vòng này.
evening-event-left-out = Thiếu một kỳ thủ tham gia trong cặp đấu.
evening-event-no-board = Không có bàn nào.
evening-event-have-met = Một cặp đã gặp nhau ở vòng { $round }.
evening-event-had-bye = Người được miễn đấu đã có điểm mà không đấu.
evening-event-no-bye = Không ai được miễn đấu: số kỳ thủ chẵn, hoặc thể thức không có.
evening-event-not-the-table = Thể thức có các bàn khác ở vòng này.
evening-event-not-a-repair = Chỉ đổi được kỳ thủ ở bàn chưa có kết quả.
evening-event-conceded-before = Đã cho phép trước đó.
evening-event-nothing-to-undo = Ở đây không còn gì để hoàn tác.
evening-event-still-needed = Việc sau đó cần việc này. Hãy hoàn tác việc sau trước.

## What organisers should deal with
evening-sure-concede-meetings = Cho phép gặp lại ở mọi vòng sau?
evening-sure-concede-byes = Cho phép miễn đấu lần hai ở mọi vòng sau?
evening-no-club = không có đơn vị
evening-team-column = Đội
evening-sure-foul = Ghi một lỗi của { $name }?
evening-sure-appoint = Thêm { $name } vào ban tổ chức?
evening-appoint-explained = Ban tổ chức nhập kết quả, xếp cặp, tạm dừng và hoàn tác như bạn. Chỉ chính họ mới có thể rút khỏi ban.
evening-appoint-guest = Tên này chưa đăng ký: đó là tên của khách.
evening-free = Đang rảnh
evening-free-finished = Đã xong ván
evening-free-without-board = Không có bàn
evening-computers-count = { $count } kỳ thủ máy
evening-line-alike = Dòng { $line }: đã có một { $name } khác ({ $club }). Có phải là người khác không?
evening-undo-needed-by = "{ $what }" cần việc này. Hãy hoàn tác việc đó trước.
evening-no-first-move = { $side } không kịp đi nước đầu, bị xử thua vắng mặt
evening-left-game = { $side } rời giải nên bị xử thua
evening-called-begun = { $title }, bàn { $board }: ván của bạn gặp { $opponent } đã bắt đầu
evening-closed-title = Giải "{ $title }" đã đóng.

## Pages to print
evening-print-pairings = { $turn }: cặp đấu
evening-print-round-short = V{ $round }
evening-print-number = Số
evening-print-opponent = Đối thủ
evening-print-side = Bên
evening-print-crosstable = Bảng đối đầu
evening-print-certificate = Giấy khen
evening-print-certificate-place = { $place ->
        [1] Giải nhất
        [2] Giải nhì
        [3] Giải ba
       *[other] Hạng { $place }
    }
evening-print-certificate-words = { $name } đã thi đấu ở giải "{ $title }" và đạt { $points } điểm.
evening-print-certificate-signature = Ban tổ chức

## Tournaments: what is passed on, long tables, and keys
evening-rows-shown = Dòng { $first } đến { $last } trong { $count }
evening-rows-before = Các dòng trước
evening-rows-after = Các dòng sau
evening-copy-for-group = Chép để gửi vào nhóm
evening-copy-table-round = Chép vòng đấu
evening-copy-table-standings = Chép bảng xếp hạng
evening-copy-table-crosstable = Chép bảng đối đầu
evening-copy-hint = Dạng chữ thuần, để gửi vào nhóm hoặc thư
evening-file-round-text = Chữ: cặp đấu và kết quả
evening-file-standings-text = Chữ: bảng xếp hạng
evening-file-crosstable-text = Chữ: bảng đối đầu
evening-points = Điểm mỗi ván
evening-worth-two-one-nil = Thắng 2, hòa 1
evening-worth-three-one-nil = Thắng 3, hòa 1
evening-results-keys = ↑ ↓ chọn bàn, rồi bấm phím kết quả: 1 Đỏ thắng, 2 hòa, 3 Đen thắng, 0 cả hai vắng
evening-play-meanwhile = Chơi với máy trong lúc chờ
evening-meanwhile-hint = Ván tiếp theo của giải tự mở, và ván với máy được giữ lại.

## Tournaments: pauses, and the games of all rounds
evening-pause-all = Tạm dừng mọi ván
evening-continue-all = Tiếp tục mọi ván
evening-pause-board = Tạm dừng ván này
evening-continue-board = Tiếp tục ván này
evening-board-paused = Tạm dừng
evening-is-paused = Ban tổ chức đã tạm dừng giải ({ $time }).
evening-is-paused-by = { $name } đã tạm dừng giải ({ $time }).
evening-paused-short = Tạm dừng
evening-game-paused = Ban tổ chức đã tạm dừng ván đấu. Đồng hồ dừng.
evening-game-goes-on = Ván đấu tiếp tục. Mỗi bên được thêm { $credit } giây.
evening-refused-paused = Ban tổ chức đã tạm dừng ván đấu.
evening-refused-wooden = Ván ở bàn này không chơi trên máy chủ.
evening-refused-draw-too-early = Theo điều lệ giải, còn { $plies } nửa nước nữa mới được xin hòa.
evening-save-games = Mọi ván thành tệp
evening-save-games-hint = Cờ tướng: một tệp PGN
evening-fetching-games = Đang tải các ván …
evening-fetching-games-of = Đang tải các ván: { $done } / { $all }
evening-stop-games = Dừng
evening-games-saved = Đã lưu { $games } ván.
evening-games-saved-but = Đã lưu { $games } ván; không lấy được { $missing } ván khác.
evening-no-games = Máy chủ không có biên bản ván nào của giải này.
evening-no-text = Tệp không phải văn bản nên không thêm ai.
evening-no-chooser = Hệ thống không có hộp chọn tệp. Hãy thả tệp vào đây hoặc dán nội dung.
evening-players-file = Danh sách tên hoặc tệp giải đấu (TRF)
