// Shows a decoded text, or what an HTML page shows, in a window. Each piece of a link can be clicked. The status bar
// shows the host and the URL first, and some links are opened only after a question, or not at all.
//
//     c++ -std=c++17 -fPIC qt_message.cpp -o qt_message $(pkg-config --cflags --libs Qt6Widgets urlsift)
//     ./qt_message text.txt
//
// `--print` prints the questions, and the URLs instead of opening them.

#include <memory>

#include <QApplication>
#include <QDesktopServices>
#include <QFile>
#include <QMainWindow>
#include <QMessageBox>
#include <QStatusBar>
#include <QTextBrowser>
#include <QTextStream>

#include <urlsift.h>

namespace {

using Options = std::unique_ptr<urlsift_options, decltype(&urlsift_options_free)>;
using Links = std::unique_ptr<urlsift_links, decltype(&urlsift_links_free)>;

QString stringOf(urlsift_bytes bytes)
{
    return QString::fromUtf8(bytes.data, static_cast<qsizetype>(bytes.len));
}

// Finds the links of a text or page. Offsets count units of UTF-16, as QString and QTextCursor do.
Links linksOf(const QString &source, bool isHtml)
{
    const Options options(urlsift_options_new(), urlsift_options_free);
    urlsift_options_set_units(options.get(), URLSIFT_UNITS_UTF16);
    // Links of a page may be relative to its base, and advice is also on what a rewriter leads to.
    urlsift_options_set_conforms(options.get(), URLSIFT_RELATIVE);
    urlsift_options_set_flags(options.get(), URLSIFT_UNWRAP);
    const QByteArray bytes = source.toUtf8();
    urlsift_links *links = nullptr;
    const auto find = isHtml ? urlsift_show_html : urlsift_find;
    find(bytes.data(), static_cast<size_t>(bytes.size()), options.get(), &links);
    return Links(links, urlsift_links_free);
}

// Returns the canonical host of the URL that is opened, which may be another than the one that is written.
QString hostOf(const urlsift_link &link)
{
    char host[256];
    urlsift_host_ascii(link.absolute.data, link.absolute.len, host, sizeof host);
    return QString::fromUtf8(host);
}

// A text without markup, with links.
class MessageView : public QTextBrowser
{
public:
    MessageView(const QString &source, bool isHtml, bool prints)
        : links(linksOf(source, isHtml))
        , prints(prints)
    {
        setOpenLinks(false);
        if (isHtml) {
            setPlainText(stringOf(urlsift_links_text(links.get())));
        } else {
            // The text of the document has "\n" for each end of a line, so that offsets are positions in it.
            setPlainText(source);
            links = linksOf(toPlainText(), false);
        }
        const auto length = static_cast<uint64_t>(toPlainText().size());
        // Where links overlap, the one that is clicked is that of urlsift_links_at.
        for (uint64_t start = 0, end; start < length; start = end) {
            const ptrdiff_t index = urlsift_links_at(links.get(), start);
            for (end = start + 1; end < length && urlsift_links_at(links.get(), end) == index; end++) {}
            if (index >= 0)
                setLink(static_cast<int>(start), static_cast<int>(end), static_cast<size_t>(index));
        }
        connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &name) { open(linkOf(name)); });
    }

    // Returns what the user should see before the link is opened.
    QString describe(const QUrl &name) const
    {
        if (name.isEmpty())
            return {};
        const urlsift_link link = linkOf(name);
        return hostOf(link) + ": " + stringOf(link.absolute);
    }

private:
    // The URL of an anchor is the index of its link.
    urlsift_link linkOf(const QUrl &name) const
    {
        urlsift_link link{};
        urlsift_links_get(links.get(), name.toString().toULongLong(), &link, sizeof link);
        return link;
    }

    void setLink(int start, int end, size_t index)
    {
        const QUrl name(QString::number(index));
        const urlsift_link link = linkOf(name);
        QTextCharFormat format;
        if (link.advice == URLSIFT_ADVICE_TEXT) {
            format.setToolTip(stringOf(link.advice_reason).toHtmlEscaped());
        } else {
            format.setAnchor(true);
            format.setAnchorHref(name.toString());
            format.setFontUnderline(true);
            format.setForeground(palette().link());
            format.setToolTip(describe(name).toHtmlEscaped());
        }
        QTextCursor cursor(document());
        cursor.setPosition(start);
        cursor.setPosition(end, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
    }

    void open(const urlsift_link &link)
    {
        const QString url = stringOf(link.absolute);
        if (link.advice == URLSIFT_ADVICE_ASK && !confirms(hostOf(link), stringOf(link.advice_reason), url))
            return;
        if (prints)
            QTextStream(stdout) << url << '\n';
        else
            QDesktopServices::openUrl(QUrl(url));
    }

    bool confirms(const QString &host, const QString &reason, const QString &url)
    {
        QMessageBox question(QMessageBox::Question, "Open this link?", host + ": " + reason + "\n\n" + url,
                             QMessageBox::Open | QMessageBox::Cancel, this);
        // The sender writes the URL: it must not be read as markup.
        question.setTextFormat(Qt::PlainText);
        question.setDefaultButton(QMessageBox::Cancel);
        if (prints)
            QTextStream(stdout) << "? " << host << ": " << reason << '\n';
        return question.exec() == QMessageBox::Open;
    }

    Links links;
    const bool prints;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QStringList arguments = app.arguments().mid(1);
    const bool prints = arguments.removeAll("--print") > 0;
    if (arguments.size() != 1) {
        qCritical("usage: qt_message [--print] TEXT.txt|PAGE.html");
        return 2;
    }
    const QString &path = arguments.first();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        qCritical("qt_message: %s", qPrintable(file.errorString()));
        return 1;
    }
    QMainWindow window;
    auto *view = new MessageView(QString::fromUtf8(file.readAll()), path.endsWith(".html"), prints);
    window.setCentralWidget(view);
    window.setWindowTitle(path);
    window.resize(640, 400);
    QObject::connect(view, &QTextBrowser::highlighted, window.statusBar(),
                     [&window, view](const QUrl &name) { window.statusBar()->showMessage(view->describe(name)); });
    window.statusBar();
    window.show();
    return QApplication::exec();
}
