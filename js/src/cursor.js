/** Reads an answer of the module, its numbers and its string, from their starts to their ends. */
export class Cursor {
  constructor([numbers, text]) {
    this.numbers = numbers;
    this.text = text;
    this.at = 0;
    this.textAt = 0;
  }

  get isAtEnd() {
    return this.at >= this.numbers.length;
  }

  number() {
    return this.numbers[this.at++];
  }

  /** The next units of the string. */
  string(length) {
    return this.text.slice(this.textAt, (this.textAt += length));
  }

  span() {
    return { start: this.number(), end: this.number() };
  }

  spans(count) {
    const spans = [];
    for (let index = 0; index < count; index++) spans.push(this.span());
    return spans;
  }
}
