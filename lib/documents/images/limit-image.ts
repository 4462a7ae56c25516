import sharp from 'sharp'
import { createGate } from '#lib/documents/door/gate.ts'
import { bytesPerPixel, pixelsOf } from './image-memory.ts'
import { imageTypeOf, type ImageType } from './image-type.ts'

export type LimitedImage = { readonly type: ImageType; readonly bytes: Buffer }

/** Larger pictures are made smaller: twice the widest column of text. In pixels, for width and height. */
const longestSide = 1_600
/** Of all frames together; a picture of some kilobytes may claim to have billions. */
const mostPixels = 50_000_000
/**
 * The memory of all pictures that are unpacked at the same time: one of 50 million pixels in JPEG (in several scans, too), PNG,
 * GIF or WebP, or one of 12 million of any kind. Eight that were unpacked together took 700 MB, and could take 9 GB.
 */
const mostBytes = 330_000_000
/** Each holds one of the threads (4, unless UV_THREADPOOL_SIZE says otherwise) that hash passwords, pack answers and read files, too. */
const mostAtOnce = 2
/** Not reached by pictures of postings, of which eight at most come at a time (`app/api/v1/images`). */
const mostWaiting = 200
/** By the clock, which libvips counts: ten times what the largest takes, for a machine with much else to do. */
const timeoutSeconds = 30

const gates = {
  threads: createGate(mostAtOnce, mostWaiting),
  memory: createGate(mostBytes, mostWaiting),
}

// Only the readers of what is handed out, for a picture of another kind may name itself as it likes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})
sharp.cache(false) // each picture comes once: the result is on disk

const options = { animated: true, limitInputPixels: mostPixels, failOn: 'error' } as const

/**
 * A picture as it may be handed out, or why not: one of the allowed kinds by its bytes, no more pixels than may be unpacked,
 * made smaller where it is larger than any screen needs. What fits is handed out as it came.
 */
export async function limitImage(file: Buffer): Promise<LimitedImage | { readonly problem: string }> {
  const type = imageTypeOf(file)
  if (type === null) return { problem: 'This is no JPEG, PNG, GIF, WebP, AVIF or icon.' }
  if (type === 'image/x-icon') return { type, bytes: file }
  try {
    const header = await sharp(file, { ...options, limitInputPixels: false }).metadata()
    const pixels = pixelsOf(file, header)
    if (pixels > mostPixels) return { problem: tooMuch('has', pixels, mostPixels, 'pixels') }
    if (Math.max(header.width, header.pageHeight ?? header.height) <= longestSide)
      return { type, bytes: file }
    const memory = pixels * bytesPerPixel(header)
    if (memory > mostBytes) return { problem: tooMuch('takes', memory, mostBytes, 'bytes to unpack') }
    const bytes = await gates.threads.pass(() => gates.memory.pass(() => shrink(file), memory))
    return bytes === null ? { problem: 'Too many pictures wait.' } : { type: 'image/webp', bytes }
  } catch (error) {
    // libvips says in words of its own what is wrong with a file; nothing else can fail here.
    return {
      problem: `The picture cannot be read: ${error instanceof Error ? firstLine(error.message) : 'broken'}.`,
    }
  }
}

function shrink(file: Buffer): Promise<Buffer> {
  return sharp(file, options)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside' })
    .webp({ quality: 82 })
    .toBuffer()
}

function tooMuch(verb: string, amount: number, most: number, unit: string): string {
  return `The picture ${verb} ${Math.ceil(amount / 1e6)} million ${unit}; ${most / 1e6} million are the most.`
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 200)
}
