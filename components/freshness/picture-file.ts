import { readOwnFile } from '#lib/queries/requests/own-file.ts'

const scale = 2

/** A drawing as a PNG file, twice its size. Letters of the screens go with it: a picture may load nothing by itself. */
export async function pictureFile(drawing: SVGSVGElement): Promise<File> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.removeAttribute('style')
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = await lettersStyle()
  copy.prepend(style)
  const text = new XMLSerializer().serializeToString(copy)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = drawing.viewBox.baseVal.width * scale
  canvas.height = drawing.viewBox.baseVal.height * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (blob === null) throw new Error('the browser made no picture')
  return new File([blob], 'skylark-week.png', { type: 'image/png' })
}

/** Without the file of the letters, those of the system stand in the picture. */
async function lettersStyle(): Promise<string> {
  const bytes = await readOwnFile('/fonts/hanken-grotesk-latin-wght-normal.woff2')
  if (bytes === null) return ''
  const text = bytes.reduce((letters, byte) => letters + String.fromCharCode(byte), '')
  return `@font-face{font-family:'Hanken Grotesk';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(text)}) format('woff2')}`
}

/** Whether this browser hands pictures to other programs. */
export function sharesPictures(): boolean {
  const probe = new File([], 'skylark.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

/** Opens the system's sheet; who closes it has changed his mind. */
export async function sharePicture(file: File, text: string): Promise<void> {
  await navigator.share({ files: [file], text }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

/** Saves a file where the browser saves files. */
export function downloadFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // Some browsers read the address after the press.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
