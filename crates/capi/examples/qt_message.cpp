// Shows a decoded text in a window. Each piece of a link can be clicked and opens the whole URL, which the status bar
// and the tooltip show first.
//
//     c++ -std=c++17 -fPIC qt_message.cpp -o qt_message $(pkg-config --cflags --libs Qt6Widgets urlsift)
//     ./qt_message text.txt
//
// `--print` prints the URLs that are clicked instead of opening them.

#include <memory>

#include <QApplication>
#include <QDesktopServices>
#include <QFile>
#include <QMainWindow>
#include <QStatusBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextStream>

#include <urlsift.h>

namespace {

using Links = std::unique_ptr<urlsift_links, decltype(&urlsift_links_free)>;

// Returns whether a link in a mail may open a URL of this scheme. Other URLs are shown, but are not links.
bool mayOpen(const QString &scheme)
{
    static const QStringList allowed{"http", "https", "ftp", "mailto", "news"};
    return allowed.contains(scheme, Qt::CaseInsensitive);
}

QString stringOf(urlsift_bytes bytes)
{
    return QString::fromUtf8(bytes.data, static_cast<qsizetype>(bytes.len));
}

Links linksOf(const QString &text)
{
    urlsift_links *links = nullptr;
    // Offsets then count units of UTF-16, as QString and QTextCursor do.
    urlsift_find_utf16(reinterpret_cast<const uint16_t *>(text.utf16()), static_cast<size_t>(text.size()), nullptr,
                       &links);
    return Links(links, urlsift_links_free);
}

QTextCharFormat formatOf(const urlsift_link &link, const QPalette &palette)
{
    const QString url = stringOf(link.url);
    const auto start = static_cast<size_t>(link.scheme.start);
    const auto end = static_cast<size_t>(link.scheme.end);
    const QString scheme = stringOf({link.url.data + start, end - start});
    QTextCharFormat format;
    format.setFontUnderline(true);
    format.setToolTip(url.toHtmlEscaped());
    if (mayOpen(scheme)) {
        format.setAnchor(true);
        format.setAnchorHref(url);
        format.setForeground(palette.link());
    }
    return format;
}

// A text without markup, with links.
class MessageView : public QTextBrowser
{
public:
    explicit MessageView(const QString &text)
    {
        setOpenLinks(false);
        setPlainText(text);
        // The text of the document: with "\n" for each end of a line, so that offsets are positions in it.
        const Links links = linksOf(toPlainText());
        urlsift_link link;
        for (size_t i = 0; urlsift_links_get(links.get(), i, &link, sizeof link) == URLSIFT_OK; i++) {
            const QTextCharFormat format = formatOf(link, palette());
            for (size_t j = 0; j < link.pieces_len; j++)
                setFormat(link.pieces[j], format);
        }
    }

private:
    void setFormat(urlsift_span piece, const QTextCharFormat &format)
    {
        QTextCursor cursor(document());
        cursor.setPosition(static_cast<int>(piece.start));
        cursor.setPosition(static_cast<int>(piece.end), QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
    }
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QStringList arguments = app.arguments().mid(1);
    const bool prints = arguments.removeAll("--print") > 0;
    if (arguments.size() != 1) {
        qCritical("usage: qt_message [--print] TEXT");
        return 2;
    }
    QFile file(arguments.first());
    if (!file.open(QIODevice::ReadOnly)) {
        qCritical("qt_message: %s", qPrintable(file.errorString()));
        return 1;
    }
    QMainWindow window;
    auto *view = new MessageView(QString::fromUtf8(file.readAll()));
    window.setCentralWidget(view);
    window.setWindowTitle(arguments.first());
    window.resize(640, 400);
    QObject::connect(view, &QTextBrowser::highlighted, window.statusBar(),
                     [&window](const QUrl &url) { window.statusBar()->showMessage(url.toString()); });
    QObject::connect(view, &QTextBrowser::anchorClicked, &window, [prints](const QUrl &url) {
        if (prints)
            QTextStream(stdout) << url.toString(QUrl::FullyEncoded) << '\n';
        else
            QDesktopServices::openUrl(url);
    });
    window.statusBar();
    window.show();
    return QApplication::exec();
}
