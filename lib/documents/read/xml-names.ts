/** Prefixes of our own for the namespaces that feeds use; '' is the vocabulary of RSS itself. */
const namespaces: readonly (readonly [uri: RegExp, prefix: string])[] = [
  [/^(www\.)?w3\.org\/2005\/atom|^purl\.org\/atom|^example\.com\/newformat|atom\/ns/, 'atom'],
  [/^purl\.org\/rss\/1\.0\/modules\/content/, 'content'],
  [/^purl\.org\/rss\/1\.0\/modules\/syndication/, 'sy'],
  [/^purl\.org\/rss\/1\.0\/modules\/(\w+)/, 'other'],
  [
    /^purl\.org\/rss|^purl\.org\/net\/rss|netscape\.com\/(rdf|publish)|^backend\.userland\.com|^blogs\.law\.harvard\.edu|^cyber\.law\.harvard\.edu|^channel\.netscape|^www\.rssboard\.org\/rss/,
    '',
  ],
  [/^purl\.org\/dc\/terms/, 'dcterms'],
  [/^purl\.org\/dc\//, 'dc'],
  [/^w{0,3}\.?w3\.org\/1999\/02\/22-rdf/, 'rdf'],
  [/^w{0,3}\.?w3\.org\/1999\/xhtml/, 'xhtml'],
  [/^w{0,3}\.?w3\.org\/2000\/svg/, 'svg'],
  [/^search\.yahoo\.com\/mrss|^www\.rssboard\.org\/media-rss|^video\.search\.yahoo\.com/, 'media'],
  [/itunes\.com\/dtds\/podcast/, 'itunes'],
  [/^podcastindex\.org\/namespace|^github\.com\/podcastindex-org\/podcast-namespace/, 'podcast'],
  [/^podlove\.org\/simple-chapters/, 'psc'],
  [/^rssnamespace\.org\/feedburner/, 'feedburner'],
]

function prefixOfUri(uri: string): string | null {
  const plain = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
  return namespaces.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}

/**
 * The namespaces in force at one element. Names become lower case with our prefixes, whatever prefix the document
 * chose: `<a10:updated>` bound to Atom is `atom:updated`. Unbound prefixes are taken at their word, because feeds
 * forget the declarations; an unknown default namespace on the outermost element counts as none.
 */
export class NamespaceScope {
  readonly #prefixes: ReadonlyMap<string, string>
  readonly #names = new Map<string, string>()
  readonly isOutermost: boolean

  constructor(prefixes: ReadonlyMap<string, string> = new Map(), isOutermost = true) {
    this.#prefixes = prefixes
    this.isOutermost = isOutermost
  }

  /** This scope with the `xmlns` attributes (lower case) of an element added; itself when there are none. */
  with(attributes: Readonly<Record<string, string>>): NamespaceScope {
    let added: Map<string, string> | null = null
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue
      const written = name === 'xmlns' ? '' : name.slice(6)
      if (name !== 'xmlns' && name[5] !== ':') continue
      const uri = attributes[name] ?? ''
      const unknown = written === '' ? this.#unknownDefault(uri) : written
      added ??= new Map(this.#prefixes)
      added.set(written, prefixOfUri(uri) ?? unknown)
    }
    if (added !== null) return new NamespaceScope(added, false)
    return this
  }

  /** This scope with names that have no prefix in no namespace, unless the default is one of feeds and keeps the name of an element. */
  withoutDefault(written: string): NamespaceScope {
    const name = this.nameOf(written)
    const isOwn = name === written.toLowerCase() || name === 'atom:feed' || name === 'atom:entry'
    return isOwn ? this : new NamespaceScope(new Map([...this.#prefixes, ['', '']]), false)
  }

  #unknownDefault(uri: string): string {
    return this.isOutermost || uri.trim() === '' ? '' : 'other'
  }

  /** Our name for an element as written. */
  nameOf(written: string): string {
    const known = this.#names.get(written)
    if (known !== undefined) return known
    const lower = written.toLowerCase()
    const colon = lower.indexOf(':')
    const prefix = colon === -1 ? '' : lower.slice(0, colon)
    const ours = this.#prefixes.get(prefix) ?? prefix
    const name = (ours === '' ? '' : `${ours}:`) + lower.slice(colon + 1)
    this.#names.set(written, name)
    return name
  }
}
