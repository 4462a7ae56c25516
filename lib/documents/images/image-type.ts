import { isIconFile } from './icon-file.ts'

/** Pictures that are handed out. SVG is none of them: it is a document that may hold scripts. */
export type ImageType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/x-icon'

/** The type of a file by its first bytes, whatever its server calls it; null: nothing that is handed out. */
export function imageTypeOf(file: Buffer): ImageType | null {
  if (startsWith(file, 0, 'ffd8ff')) return 'image/jpeg'
  if (startsWith(file, 0, '89504e470d0a1a0a')) return 'image/png'
  if (isIconFile(file)) return 'image/x-icon'
  const text = file.toString('latin1', 0, 32)
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp'
  // ISO base media: a box "ftyp" that names avif first or among those it is compatible with.
  if (/^[^]{4}ftyp(avif|avis|mif1|msf1)/.test(text) && text.includes('avi')) return 'image/avif'
  return null
}

function startsWith(file: Buffer, at: number, hex: string): boolean {
  return file.toString('hex', at, at + hex.length / 2) === hex
}
