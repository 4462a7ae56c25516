import type { Page } from 'playwright-core'
import { madeUp } from './publishers.ts'

/** So many landscapes, and an icon for each made-up publisher, drawn in a browser: by path, as PNG. */
export async function drawPictures(page: Page, landscapes = 24): Promise<ReadonlyMap<string, Buffer>> {
  await page.setContent('<canvas></canvas>')
  const drawn = new Map<string, Buffer>()
  for (let index = 0; index < landscapes; index++)
    drawn.set(`/${index}.png`, toBuffer(await page.evaluate(drawLandscape, index)))
  for (const [index, { host, hue }] of madeUp.entries())
    drawn.set(`/icon-${host}.png`, toBuffer(await page.evaluate(drawIcon, [index, hue] as const)))
  return drawn
}

function toBuffer(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Runs in the page: a sky, a sun and four rows of hills. */
function drawLandscape(index: number): string {
  const [width, height] = [960, 600]
  const canvas = document.querySelector('canvas')
  const context = canvas?.getContext('2d')
  if (canvas === null || context === null || context === undefined) throw new Error('no canvas')
  canvas.width = width
  canvas.height = height
  const hue = (index * 47) % 360
  const wave = (x: number, row: number) =>
    Math.sin(x / (70 + row * 31) + index * 1.7 + row) + Math.sin(x / (23 + row * 9) + index) / 3
  const sky = context.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, `hsl(${hue} 45% 42%)`)
  sky.addColorStop(1, `hsl(${(hue + 40) % 360} 75% 84%)`)
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
  context.fillStyle = `hsl(${(hue + 50) % 360} 95% 93%)`
  context.beginPath()
  context.arc(180 + ((index * 137) % 600), 150 + ((index * 53) % 120), 38 + (index % 3) * 14, 0, 7)
  context.fill()
  for (let row = 0; row < 4; row++) {
    context.fillStyle = `hsl(${(hue + 200 + row * 6) % 360} ${24 + row * 6}% ${62 - row * 14}%)`
    context.beginPath()
    context.moveTo(0, height)
    for (let x = 0; x <= width; x += 4) context.lineTo(x, 320 + row * 72 + wave(x, row) * (34 - row * 4))
    context.lineTo(width, height)
    context.fill()
  }
  return canvas.toDataURL('image/png')
}

/** Runs in the page: a disc, bars, a ring or a wave on a ground of the publisher's hue. */
function drawIcon([index, hue]: readonly [number, number]): string {
  const canvas = document.querySelector('canvas')
  const context = canvas?.getContext('2d')
  if (canvas === null || context === null || context === undefined) throw new Error('no canvas')
  canvas.width = 64
  canvas.height = 64
  context.fillStyle = `hsl(${hue} 55% 42%)`
  context.fillRect(0, 0, 64, 64)
  context.fillStyle = context.strokeStyle = 'white'
  context.lineWidth = 8
  context.beginPath()
  if (index % 4 === 0) for (let at = 0; at < 3; at++) context.rect(14, 16 + at * 13, 36 - at * 9, 7)
  if (index % 4 === 1) context.arc(32, 32, 15, 0, 7)
  if (index % 4 === 3) {
    context.moveTo(12, 48)
    context.lineTo(32, 16)
    context.lineTo(52, 48)
  }
  if (index % 4 !== 2) context.fill()
  else {
    context.arc(32, 32, 15, 0, 7)
    context.stroke()
  }
  return canvas.toDataURL('image/png')
}
