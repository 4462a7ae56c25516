import { largestList } from '#lib/api/moving/imports.ts'

export type OpmlList = {
  /** The number of feeds in each folder at the top; name null: those in no folder. */
  readonly folders: readonly { readonly name: string | null; readonly feeds: number }[]
  /** The list without the feeds of these folders, as a file. */
  readonly without: (names: ReadonlySet<string | null>) => File
}

/**
 * The folders of an OPML file, as the browser reads it; null where that finds no feed: other formats, and lists that only the server's
 * reader understands.
 */
export async function readOpmlFolders(file: File): Promise<OpmlList | null> {
  // Of a larger file the server says that it is too large; the browser would stand still over it.
  if (file.size > largestList) return null
  const list = new DOMParser().parseFromString(await file.text(), 'text/xml')
  const tops = [...list.querySelectorAll('opml > body > outline')]
  const groups = Map.groupBy(tops, (outline) => (isFeed(outline) ? null : nameOf(outline)))
  const folders = [...groups]
    .map(([name, outlines]) => ({
      name,
      feeds: outlines.reduce((sum, outline) => sum + countFeeds(outline), 0),
    }))
    .filter(({ feeds }) => feeds > 0)
  if (folders.length === 0 || list.querySelector('parsererror') !== null) return null
  return {
    folders,
    without: (names) => {
      const left = list.cloneNode(true) as Document
      for (const outline of left.querySelectorAll('opml > body > outline'))
        if (names.has(isFeed(outline) ? null : nameOf(outline))) outline.remove()
      return new File([new XMLSerializer().serializeToString(left)], file.name, { type: 'text/xml' })
    },
  }
}

function isFeed(outline: Element): boolean {
  return addressOf(outline) !== undefined
}

/** Programs write the attribute in any case. */
function addressOf(outline: Element): string | undefined {
  return [...outline.attributes].find(({ name }) => name.toLowerCase() === 'xmlurl')?.value
}

function nameOf(outline: Element): string {
  return (outline.getAttribute('text') ?? outline.getAttribute('title') ?? '').trim()
}

function countFeeds(outline: Element): number {
  return [outline, ...outline.querySelectorAll('outline')].filter(isFeed).length
}
