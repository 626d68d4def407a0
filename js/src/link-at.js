/**
 * The link with a piece at an offset; of several pieces, the one that begins first counts. A link in an attribute
 * has the lines that its element shows.
 */
export function linkAt(links, offset) {
  let found;
  let start = Infinity;
  for (const link of links) {
    for (const piece of (link.shown ?? link).pieces) {
      if (piece.start <= offset && offset < piece.end && piece.start < start) [found, start] = [link, piece.start];
    }
  }
  return found;
}
