/**
 * The text of a posting without the picture of the whole that was put behind it (`withPicturesBeside`): its player shows that
 * already. One that has words of its own stays.
 */
export function withoutCover(html: string, imageUrl: string | null): string {
  const from = html.lastIndexOf('<figure>')
  const figure = from < 0 ? '' : html.slice(from)
  const isCover = /^<figure><img [^<>]*alt=""[^<>]*><\/figure>$/.test(figure) && shows(figure, imageUrl)
  return isCover ? html.slice(0, from) : html
}

/** Whether a picture stands in a text. */
export function shows(html: string, imageUrl: string | null): boolean {
  return imageUrl !== null && html.includes(` src="${imageUrl.replaceAll('&', '&amp;')}"`)
}
