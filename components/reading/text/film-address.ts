/** A film of another site, and the player that it is seen in. */
export type Film = {
  /** Whose player it is. */
  readonly host: string
  readonly src: string
}

/** A film behind its page's address, as far as we can embed it without the site following readers; null: none. */
export function filmOf(address: string | null): Film | null {
  const url = address === null ? null : URL.parse(address)
  if (url === null) return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  const [, first = '', second = ''] = url.pathname.split('/')
  if (host === 'youtube.com' || host === 'youtu.be') {
    const named = ['shorts', 'embed', 'live'].includes(first) ? second : url.searchParams.get('v')
    const id = host === 'youtu.be' ? first : (named ?? '')
    if (!/^[\w-]{6,20}$/.test(id)) return null
    return { host: 'YouTube', src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` }
  }
  if (host === 'vimeo.com' && /^\d{5,12}$/.test(first))
    return { host: 'Vimeo', src: `https://player.vimeo.com/video/${first}?autoplay=1&dnt=1` }
  return null
}
