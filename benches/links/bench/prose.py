"""Prose to put links into: words of several scripts, and words that look a little like parts of links."""

import re

LATIN = (
    "about after again archive because before between catalogue draft either every first friday good house into library "
    "list little machine message monday never notes number other page paper people place question reader server should "
    "something table there thursday under until version water where which while without world year the a of to and in is "
    "it you that he was for on are with as his they be at one have this from or had by but some what we can out were all "
    "your when up use word how said an each she their will more do if see look write go two has could my than been who "
    "its now find long down day did get come made may part"
).split()

# Lists of programmers and librarians are full of such words, which a program should not join to the link before them.
BAIT = (
    "and/or main.c src/main.c docs/README v2.1 2.6.32 e.g. i.e. x=1 2004-03-12 #12 &c. 50% /etc/hosts foo_bar -j4 "
    "std::string Re: a:b 20:30 AT&T TCP/IP w/o file.txt index.html (sic) -- README.md n/a I/O 1/2 /usr/bin/env ~/.profile "
    "ann@example.org <ann@example.org> `make` *this* _that_ 10.0.0.1 key=value [1] 1.2.3-rc1 http: http:// example.org "
    ".emacs .htaccess .bashrc .gitignore .xinitrc ./configure ../lib/list.h Makefile.in config.h a.out foo.tar.gz setup.exe "
    "README.txt linux-2.6.32.tar.bz2 doc/ lib/ 3.1415 1,000 17% 5.6.1 1996-2013 12/31/99 24/7 either/or his/her A/B "
    "client/server user_name get_url $HOME %s C++ x86_64 utf-8 ISO-8859-1 RFC822 cf. vol.2 pp.12-14 0x1f k=3 p.m. "
    "127.0.0.1:8080 3rd #include"
).split()
# What a list of files to download has under each URL, and what stands alone under a long one.
FILES = (
    "index.html file.txt README README.txt setup.exe foo.tar.gz linux-2.6.32.tar.bz2 part2.zip report.pdf main.c src/main.c "
    ".emacs .htaccess disk1.iso notes_2004.doc 1.2.3 2004-03-12 12 1,024 17% 350kB 3/7"
).split()

# Bait with characters that hardly any URL has, or a scheme or a full host of its own, deceives nobody.
DECEIVES_NOBODY = re.compile(r"[(<\[*`@]|^_|^-|^http|^\W*$|^example\.org$")


def may_go_on(word):
    """Returns whether a word of these lists looks like more of a URL, so that a reader might hesitate."""
    return word in {*BAIT, *FILES} and not DECEIVES_NOBODY.search(word)


SCRIPTS = {
    "latin": "déjà naïve café über Straße ação niño señor façade élève år smörgås český łódź où coûte".split(),
    "cyrillic": "это страница где можно найти список книг и новости о работе сервера сегодня вечером после обеда".split(),
    "greek": "αυτή είναι η σελίδα όπου θα βρείτε τον κατάλογο των βιβλίων και τα νέα του διακομιστή".split(),
    "arabic": "هذه الصفحة حيث يمكنك أن تجد قائمة الكتب والأخبار عن الخادم اليوم بعد الظهر".split(),
    "hebrew": "זה העמוד שבו אפשר למצוא את רשימת הספרים והחדשות על השרת היום אחרי הצהריים".split(),
    "devanagari": "यह पृष्ठ है जहाँ आप पुस्तकों की सूची और सर्वर के समाचार आज शाम को देख सकते हैं".split(),
    "hangul": "이 페이지에서 책 목록과 서버 소식을 오늘 저녁에 찾을 수 있습니다 그리고 내일 다시".split(),
    "han": "请看 这个 页面 那里 有 图书 目录 和 服务器 的 消息 今天 下午 以后 我们 再 讨论".split(),
    "kana": "この ページ で 本 の リスト と サーバー の ニュース を 今日 の 午後 に 見て ください".split(),
}

# The charsets in which mail of a script is sent besides UTF-8.
CHARSETS = {
    "latin": ["iso-8859-1"],
    "cyrillic": ["koi8-r", "windows-1251"],
    "greek": ["iso-8859-7"],
    "arabic": ["windows-1256"],
    "hebrew": ["windows-1255"],
    "devanagari": [],
    "hangul": ["euc-kr"],
    "han": ["gb2312", "big5"],
    "kana": ["iso-2022-jp", "shift_jis"],
}

# Scripts that put no spaces between words, and end sentences with a mark of their own.
UNSPACED = {"han", "kana"}


def words(rng, count, script="english", bait=0.06):
    """Returns words; a few of them bait."""
    if script == "english":
        return [rng.choice(BAIT) if rng.random() < bait else rng.choice(LATIN) for _ in range(count)]
    return [rng.choice(SCRIPTS[script]) for _ in range(count)]
