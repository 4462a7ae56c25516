import sharp from 'sharp'
import { imageTypeOf, type ImageType } from './image-type.ts'

export type LimitedImage = { readonly type: ImageType; readonly bytes: Buffer }

/** Larger pictures are made smaller: twice the widest column of text. In pixels, for width and height. */
const longestSide = 1_600
/** Of all frames together; a picture of some kilobytes may claim to have billions. 50 million take 200 MB to unpack. */
const mostPixels = 50_000_000
const timeoutSeconds = 10

// Only the readers of what is handed out, for a picture of another kind may name itself as it likes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})
sharp.cache(false) // each picture comes once: the result is on disk

/**
 * A picture as it may be handed out, or why not: one of the allowed kinds by its bytes, no more pixels than can be unpacked,
 * made smaller where it is larger than any screen needs. What fits is handed out as it came.
 */
export async function limitImage(file: Buffer): Promise<LimitedImage | { readonly problem: string }> {
  const type = imageTypeOf(file)
  if (type === null) return { problem: 'This is no JPEG, PNG, GIF, WebP or AVIF.' }
  try {
    const options = { animated: true, limitInputPixels: mostPixels, failOn: 'error' } as const
    const { width, height, pages = 1, pageHeight = height } = await sharp(file, options).metadata()
    if (width * pageHeight * pages > mostPixels) return { problem: 'The picture has too many pixels.' }
    if (Math.max(width, pageHeight) <= longestSide) return { type, bytes: file }
    const bytes = await sharp(file, options)
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside' })
      .webp({ quality: 82 })
      .toBuffer()
    return { type: 'image/webp', bytes }
  } catch (error) {
    // libvips says in words of its own what is wrong with a file; nothing else can fail here.
    return {
      problem: `The picture cannot be read: ${error instanceof Error ? firstLine(error.message) : 'broken'}.`,
    }
  }
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 200)
}
