/** Of a file, and pixels of one side. Larger ones are no icons. */
const most = { pictures: 64, pngSide: 1_024, bitmapSide: 256 } as const
const entryBytes = 16
const headerBytes = 6

/**
 * Whether a file is an .ico file whose pictures all lie within it and are as small as icons are. libvips cannot read such files, and browsers do.
 */
export function isIconFile(file: Buffer): boolean {
  if (file.length < headerBytes || file.readUInt32LE(0) !== 0x00_01_00_00) return false
  const count = file.readUInt16LE(4)
  if (count === 0 || count > most.pictures || file.length < headerBytes + count * entryBytes) return false
  return Array.from({ length: count }, (_, at) => headerBytes + at * entryBytes).every((entry) => {
    const [size, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)]
    const picture = file.subarray(offset, offset + size)
    return picture.length === size && size >= 40 && isSmall(picture)
  })
}

function isSmall(picture: Buffer): boolean {
  const isPng = picture.toString('latin1', 1, 4) === 'PNG'
  if (isPng) return Math.max(picture.readUInt32BE(16), picture.readUInt32BE(20)) <= most.pngSide
  const [width, height] = [Math.abs(picture.readInt32LE(4)), Math.abs(picture.readInt32LE(8))]
  return width <= most.bitmapSide && height <= 2 * most.bitmapSide // its mask lies below the picture
}
