import type { Metadata } from 'sharp'

type Header = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'pages' | 'pageHeight' | 'channels' | 'depth' | 'isProgressive'
>

/** The pixels of all frames of a picture as it is unpacked, before anything is cut off. */
export function pixelsOf(
  file: Buffer,
  { format, width, height, pages = 1, pageHeight = height }: Header,
): number {
  const shown = width * pageHeight * pages
  return format === 'heif' ? Math.max(shown, largestExtent(file)) : shown
}

/**
 * The most memory that unpacking and shrinking a picture takes, in bytes for each pixel. Measured at 49 million pixels of each
 * kind, as what the process grew by at its peak: JPEG 0.2 to 0.5 (it is shrunk as it is unpacked), in several scans, which keep all
 * their coefficients, 6.0 with three colours and 8.1 with four; PNG 2.4 to 3.7, interlaced 5.2, with 16 bits 9.4; GIF 2.1 to 5.0;
 * WebP 0.5 to 5.5; AVIF, of which several copies are made, 14.4 to 20.1, with more than 8 bits 19.3 to 27.0.
 */
export function bytesPerPixel({ format, channels, depth, isProgressive }: Header): number {
  const isDeep = depth !== 'uchar'
  const sampleBytes = channels * (isDeep ? 2 : 1)
  switch (format) {
    case 'jpeg':
      return isProgressive ? channels * 2 : 1
    case 'png':
      return isProgressive ? sampleBytes * 1.4 : sampleBytes
    case 'gif':
    case 'webp':
      return 6
    default:
      return isDeep ? 27 : 21
  }
}

/** `width × height` of the largest "ispe" of an AVIF (ISO/IEC 23008-12, 6.5.3). What is shown may be a small piece of it ("clap"). */
function largestExtent(file: Buffer): number {
  const box = Buffer.from('ispe\0', 'latin1')
  let largest = 0
  for (let at = file.indexOf(box); at !== -1 && at + 16 <= file.length; at = file.indexOf(box, at + 1))
    largest = Math.max(largest, file.readUInt32BE(at + 8) * file.readUInt32BE(at + 12))
  return largest
}
