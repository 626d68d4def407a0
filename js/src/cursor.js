/** Reads an answer of the module, its numbers and its string, from their starts to their ends. */
export class Cursor {
  #numbers;
  #string;
  #at = 0;
  #stringAt = 0;

  constructor([numbers, string]) {
    this.#numbers = numbers;
    this.#string = string;
  }

  get isAtEnd() {
    return this.#at >= this.#numbers.length;
  }

  number() {
    return this.#numbers[this.#at++];
  }

  /** The next units of the string. */
  string(length) {
    return this.#string.slice(this.#stringAt, (this.#stringAt += length));
  }

  span() {
    return { start: this.number(), end: this.number() };
  }

  spans(count) {
    const spans = [];
    while (spans.length < count) spans.push(this.span());
    return spans;
  }
}
