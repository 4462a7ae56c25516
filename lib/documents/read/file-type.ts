/** Types of files by the endings of their names, as far as they are played or shown. */
const byEnding: ReadonlyMap<string, string> = new Map([
  ...[
    ['mp3', 'audio/mpeg'],
    ['m4a', 'audio/mp4'],
    ['m4b', 'audio/mp4'],
    ['aac', 'audio/aac'],
    ['ogg', 'audio/ogg'],
    ['oga', 'audio/ogg'],
    ['opus', 'audio/ogg'],
    ['wav', 'audio/wav'],
    ['flac', 'audio/flac'],
    ['weba', 'audio/webm'],
  ],
  ...[
    ['mp4', 'video/mp4'],
    ['m4v', 'video/mp4'],
    ['mov', 'video/quicktime'],
    ['webm', 'video/webm'],
    ['ogv', 'video/ogg'],
    ['mkv', 'video/x-matroska'],
  ],
  ...[
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
  ],
] as [ending: string, type: string][])

const byMedium: ReadonlyMap<string, string> = new Map([
  ['audio', 'audio/mpeg'],
  ['video', 'video/mp4'],
  ['image', 'image/jpeg'],
])

/**
 * The type of a file: as the feed says it, or by the ending of its name, which a query may have, where the feed says none, or one that no player
 * knows (text/html, application/octet-stream). `medium` is that of Media RSS. Null: unknown.
 */
export function fileType(url: string, written = '', medium = ''): string | null {
  const said = written.trim().toLowerCase()
  if (/^(audio|video|image)\/[\w.+-]+/.test(said)) return said
  const { pathname = '', searchParams } = URL.parse(url, 'http://localhost') ?? {}
  const names = [pathname, ...(searchParams?.values() ?? [])]
  const known =
    names.map(typeByName).find((type) => type !== undefined) ?? byMedium.get(medium) ?? byMedium.get(said)
  return known ?? (said === '' ? null : said)
}

function typeByName(name: string): string | undefined {
  return byEnding.get((/\.([a-z\d]{2,4})$/i.exec(name)?.[1] ?? '').toLowerCase())
}
