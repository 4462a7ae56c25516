/** Elements that a feed document may begin with (names as `NamespaceScope` gives them). */
export const rootNames: ReadonlySet<string> = new Set(['rss', 'rdf:rdf', 'rdf', 'feed', 'channel', 'entry'])

/** Elements that are one posting each. They are collected wherever they stand: RSS 1.0 has them beside the channel. */
export const itemNames: ReadonlySet<string> = new Set(['item', 'entry', 'atom:entry'])

/** Elements that hold text or markup. */
export const textNames: ReadonlySet<string> = new Set([
  ...['title', 'dc:title', 'media:title', 'atom:title', 'itunes:title'],
  ...['description', 'dc:description', 'media:description', 'itunes:summary', 'itunes:subtitle', 'abstract'],
  ...[
    'content:encoded',
    'content',
    'summary',
    'atom:content',
    'atom:summary',
    'body',
    'xhtml:body',
    'xhtml:div',
    'fullitem',
  ],
  ...['subtitle', 'tagline', 'info', 'atom:subtitle'],
])

/** Fields of the feed itself. */
export const feedFields = [
  ...[
    'title',
    'dc:title',
    'atom:title',
    'description',
    'dc:description',
    'subtitle',
    'tagline',
    'info',
    'itunes:summary',
  ],
  ...['itunes:subtitle', 'atom:subtitle', 'abstract', 'link', 'atom:link', 'id', 'language', 'dc:language'],
  ...[
    'image',
    'logo',
    'icon',
    'atom:icon',
    'atom:logo',
    'itunes:image',
    'author',
    'dc:creator',
    'itunes:author',
    'managingeditor',
  ],
  ...[
    'cloud',
    'ttl',
    'skiphours',
    'skipdays',
    'sy:updateperiod',
    'sy:updatefrequency',
    'pubdate',
    'lastbuilddate',
    'updated',
  ],
] as const

/** Fields of a posting. */
export const entryFields = [
  ...[
    'title',
    'dc:title',
    'media:title',
    'atom:title',
    'itunes:title',
    'link',
    'atom:link',
    'guid',
    'id',
    'atom:id',
    'dc:identifier',
  ],
  ...[
    'description',
    'content:encoded',
    'content',
    'summary',
    'atom:content',
    'atom:summary',
    'body',
    'xhtml:body',
    'xhtml:div',
  ],
  ...['fullitem', 'abstract', 'dc:description', 'media:description', 'itunes:summary', 'itunes:subtitle'],
  ...[
    'pubdate',
    'published',
    'issued',
    'created',
    'atom:published',
    'dc:date',
    'dcterms:issued',
    'dcterms:created',
    'date',
  ],
  ...['updated', 'modified', 'atom:updated', 'dcterms:modified'],
  ...[
    'author',
    'atom:author',
    'dc:creator',
    'itunes:author',
    'dc:author',
    'category',
    'dc:subject',
    'atom:category',
  ],
  ...[
    'enclosure',
    'media:content',
    'media:thumbnail',
    'media:group',
    'media:player',
    'media:embed',
    'itunes:image',
    'itunes:duration',
    'image',
    'feedburner:origlink',
    'comments',
    'podcast:chapters',
    'psc:chapters',
    'source',
    'atom:source',
  ],
] as const

export type FeedField = (typeof feedFields)[number]
export type EntryField = (typeof entryFields)[number]

/** Every element that is kept: the fields, and what stands inside them. */
export const wantedNames: ReadonlySet<string> = new Set<string>([
  ...feedFields,
  ...entryFields,
  ...['channel', 'url', 'hour', 'day', 'name', 'atom:name', 'email', 'uri', 'schedule', 'psc:chapter'],
])
