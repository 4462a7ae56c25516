const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')

const shapes: Readonly<Record<string, (size: number) => string>> = {
  'elements that nest, and ends of others': (size) => '<b>'.repeat(size) + '</i>'.repeat(size),
  'lists in lists': (size) => '<ul><li>'.repeat(size),
  'images in images': (size) => '<svg>'.repeat(size),
  'foreign objects in images': (size) =>
    '<svg><foreignObject>'.repeat(size) + '</foreignobject>'.repeat(size),
  'forms in forms': (size) => '<form>'.repeat(size),
  'paragraphs that end before they begin': (size) => '</p>'.repeat(size),
  'one element with attributes without number': (size) => `<a ${numbered(size, (n) => `a${n}=1 `)}href=/x>`,
  'one element with numbers as attributes': (size) => `<a ${numbered(size, (n) => `${n * 7919}=1 `)}>`,
  'comments that do not end': (size) => '<!--'.repeat(size),
  'CDATA that does not end': (size) => '<![CDATA['.repeat(size),
  'declarations that do not end': (size) => '<!DOCTYPE ['.repeat(size),
  'ends without a name': (size) => '</'.repeat(size),
  'scripts that do not end': (size) => '<script>'.repeat(size),
  'titles that almost end': (size) => `<title>${'</titl'.repeat(size)}`,
  'quotes that do not end': (size) => '<a href="'.repeat(size),
  references: (size) => '&amp;'.repeat(size),
  'references that do not end': (size) => '&#38'.repeat(size),
  'references in a value': (size) => `<a href="${'&amp;'.repeat(size)}">`,
  'feeds without number': (size) => numbered(size, (n) => `<link rel=feed href=/${n}>`),
  bases: (size) => '<base href=/a/>'.repeat(size),
  'ways up': (size) => `<a href="${'../'.repeat(size)}">`,
  relations: (size) => `<link href=/x rel="${'a '.repeat(size)}">`,
  blanks: (size) => ' '.repeat(size),
  charsets: (size) => '<meta charset='.repeat(size),
  'names of feeds in data': (size) => '"feedUrl":"aaaaaaaa'.repeat(size),
  'names of feeds before blanks': (size) => `"feedUrl"${' '.repeat(size)}`,
  'channels that are none': (size) => '/channel/UCaaaaaaaaaaaaaaaaaaaaa"channelId":"UC'.repeat(size),
  'elements that nest, and paragraphs': (size) => '<b>'.repeat(size) + '<p>a'.repeat(size),
  'tables in cells': (size) => '<table><tr><td>'.repeat(size),
  'terms and what they mean': (size) => '<dl><dt>a<dd>'.repeat(size),
  'pictures with several sources': (size) => '<picture><source srcset="/a 1x">'.repeat(size),
  'pictures with words': (size) => '<figure><img src=/a>'.repeat(size),
  'links around elements': (size) => '<a href=/x><b>'.repeat(size),
  'drawn words': (size) => '<svg><text>a'.repeat(size),
  'pictures for browsers without scripts': (size) => '<noscript><img src=/a>'.repeat(size),
  films: (size) => '<video><source src=/a.mp4>'.repeat(size),
  'short codes that do not end': (size) => '[caption]a'.repeat(size) + '[/x]'.repeat(size),
}

/** Markup of a size by name, that some parser or pattern takes quadratic time for. */
export const hostileMarkup = Object.entries(shapes)
