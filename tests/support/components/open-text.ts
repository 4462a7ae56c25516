import { page, type Locator } from 'vitest/browser'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { expectOpen, postingRow } from './reading-pages.tsx'
import { postingsOf } from './reading-server.ts'

/** Opens a posting of the list, and waits for its text. */
export async function openText(title: string): Promise<void> {
  await postingRow(title).getByRole('link').first().click()
  await expectOpen(title)
}

/** The text that is open, with its bar. */
export function textRegion(): Locator {
  return page.getByRole('region', { name: 'Text' })
}

/** The player below all pages. */
export function player(): Locator {
  return page.getByRole('region', { name: 'Player' })
}

/** Postings of a source by what is special about each, the newest first. */
export function postingsWith(
  source: Pick<SubscriptionItem, 'sourceId' | 'title'>,
  parts: readonly (Partial<PostingDetail> & { readonly title: string })[],
): PostingDetail[] {
  return postingsOf(source, parts.length).map((posting, index) => ({ ...posting, ...parts[index] }))
}

/** So many seconds of silence: the address of a WAV of one byte a sample. */
export function silence(seconds: number): string {
  const rate = 4_000
  const head = new DataView(new ArrayBuffer(44))
  const write = (at: number, text: string) => {
    for (const [index, sign] of [...text].entries()) head.setUint8(at + index, sign.charCodeAt(0))
  }
  write(0, 'RIFF')
  head.setUint32(4, 36 + rate * seconds, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate, true)
  head.setUint16(32, 1, true)
  head.setUint16(34, 8, true)
  write(36, 'data')
  head.setUint32(40, rate * seconds, true)
  const samples = new Uint8Array(rate * seconds).fill(128)
  return URL.createObjectURL(new Blob([head.buffer, samples], { type: 'audio/wav' }))
}

/** The attachment of a posting: a sound of that address, never heard. */
export function soundAt(url: string): PostingDetail['enclosures'] {
  return [{ url, type: 'audio/wav', length: 480_044, position: null }]
}
