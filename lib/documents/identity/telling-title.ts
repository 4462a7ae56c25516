/** The name of a page of which nothing is known but its address, until it has been read. */
export function nameOfPage(url: string): string {
  return readable(url)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '')
    .slice(0, 500)
}

/** Whether a title is the address of its page, written in any way. */
export function isNameOfPage(title: string, url: string | null): boolean {
  return url !== null && nameOfPage(title.trim()).toLowerCase() === nameOfPage(url).toLowerCase()
}

/**
 * The title, or '' where its first words tell more: some programs give a note the address of its page as its title, or a dot.
 * A mere host is the name of a site, as in a post that links to Last.fm.
 */
export function tellingTitle(title: string, url: string | null, excerpt: string): string {
  if (excerpt === '') return title
  const isAddress = title.includes('/') && isNameOfPage(title, url)
  return isAddress || /^[\p{P}\s]*$/u.test(title) ? '' : title
}

/** An address with its letters in place of their codes, where all of them are letters that can be seen. */
function readable(url: string): string {
  try {
    const text = decodeURI(url)
    return /[\p{C}]/u.test(text) ? url : text
  } catch {
    return url // no UTF-8
  }
}
