// KDE's KTextToHTML, on texts separated by NUL: the HTML of each, after a NUL.
#include <KTextToHTML>
#include <QByteArray>
#include <QList>
#include <QString>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

int main() {
    const std::string input(std::istreambuf_iterator<char>(std::cin), {});
    for (const QByteArray &text : QByteArray::fromStdString(input).split('\0')) {
        const QByteArray page = KTextToHTML::convertToHtml(QString::fromUtf8(text), KTextToHTML::PreserveSpaces).toUtf8();
        std::fwrite(page.constData(), 1, page.size(), stdout);
        std::fputc(0, stdout);
    }
}
