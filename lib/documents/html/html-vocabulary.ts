/** The elements that stay in a posting. The commonest come first, because sanitize-html searches the list for each tag. */
export const textTags: readonly string[] = listOf(
  'p a br img em strong li span div b i',
  'h1 h2 h3 h4 h5 h6 hr blockquote pre code kbd samp var article section details summary',
  'abbr bdi bdo cite del dfn ins mark q s small sub sup u time wbr ruby rb rt rp rtc',
  'ul ol dl dt dd table caption colgroup col thead tbody tfoot tr th td',
  'figure figcaption picture audio video source',
)

/** MathML Core without what runs, loads or holds HTML of another kind (maction, annotation-xml, mglyph). */
export const mathTags: readonly string[] = listOf(
  'math semantics mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover',
  'mmultiscripts mprescripts none mtable mtr mtd mlabeledtr mpadded mphantom mstyle merror menclose mfenced',
)

/** Attributes of formulas: how they look, never where something is. */
export const mathAttributes: readonly string[] = listOf(
  'display displaystyle scriptlevel mathvariant mathsize form fence separator stretchy symmetric largeop',
  'movablelimits accent accentunder lspace rspace minsize maxsize linethickness columnalign rowalign',
  'columnlines rowlines columnspacing rowspacing columnspan rowspan width height depth voffset notation open close',
)

/** Elements in the place of others that do not stay: blocks stay blocks, so that words never stick together. */
export const replacements: ReadonlyMap<string, string> = new Map([
  ...listOf(
    'address aside center dialog fieldset footer form header hgroup legend main marquee nav optgroup search',
  ).map((name) => [name, 'div'] as const),
  ...listOf('listing xmp textarea plaintext').map((name) => [name, 'pre'] as const),
  ...listOf('menu dir').map((name) => [name, 'ul'] as const),
  ['strike', 's'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
  ['image', 'img'],
])

/** Elements that vanish with all that they hold: a browser shows none of it, or nothing without a script. */
export const hiddenTags: ReadonlySet<string> = new Set(
  listOf('script style option select title head template annotation annotation-xml noembed noframes'),
)

function listOf(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
