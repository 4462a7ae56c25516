import fc from 'fast-check'

/** Letters that upset readers of text: ends of things, signs of formats, letters that are none. */
const poison = [
  ...['\0', '\u0001', '\ud800', '\udfff', '\ufeff', '\ufffe', '\u202e', '\u2028', '\u00a0', '😀', 'İ', 'ß'],
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '/>',
    '</',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE x [',
    ']>',
  ],
  ...[
    '&amp;',
    '&#0;',
    '&#x110000;',
    '&#xD800;',
    '&lol;',
    '&#',
    '%',
    '%00',
    '%zz',
    '\\',
    '\\u0000',
    '{',
    '}',
    '[',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e309',
    '99999999999999999999',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
    'https://[',
    '//x',
    'https://a.example/?utm_source=x',
  ],
  ...['0000-00-00', '9999-12-31T23:59:59-23:59', 'Mon, 31 Feb 2026 25:61:61 +9999'],
]

const poisonText = fc.constantFrom(...poison)
/** Short text, often ordinary, sometimes not. */
export const oddText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  poisonText,
  fc
    .array(fc.oneof(poisonText, fc.constantFrom('word', ' ', 'a', '\n')), { maxLength: 8 })
    .map((all) => all.join('')),
  fc.tuple(poisonText, fc.integer({ min: 2, max: 400 })).map(([piece, times]) => piece.repeat(times)),
)

const change = fc.record({
  kind: fc.constantFrom('cut', 'double', 'put', 'flip', 'mix'),
  /** Parts of the whole, 0 to 1: a document of any length is hit anywhere. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 200 }),
  piece: oddText,
  byte: fc.integer({ min: 1, max: 255 }),
})

/** Documents with some bytes cut out, doubled, changed, put in, or taken from another one. */
export function mutated(documents: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const one = fc.constantFrom(...documents)
  return fc
    .tuple(one, one, fc.array(change, { minLength: 1, maxLength: 8 }))
    .map(([document, other, changes]) =>
      changes.reduce((bytes, each) => applied(bytes, other, each), document),
    )
}

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

function applied(bytes: Buffer, other: Buffer, { kind, at, length, piece, byte }: Change): Buffer {
  const from = Math.floor(at * bytes.length)
  const before = bytes.subarray(0, from)
  const hit = bytes.subarray(from, from + length)
  const behind = bytes.subarray(from + length)
  switch (kind) {
    case 'cut':
      return Buffer.concat([before, behind])
    case 'double':
      return Buffer.concat([before, hit, hit, behind])
    case 'put':
      return Buffer.concat([before, Buffer.from(piece), hit, behind])
    case 'flip':
      return Buffer.concat([before, hit.map((each, index) => (index === 0 ? each ^ byte : each)), behind])
    default: {
      const taken = Math.floor(at * other.length)
      return Buffer.concat([before, other.subarray(taken, taken + 4 * length), behind])
    }
  }
}
