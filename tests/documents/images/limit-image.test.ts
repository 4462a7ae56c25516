import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createGate } from '#lib/documents/door/gate.ts'
import { limitImage } from '#lib/documents/images/limit-image.ts'
import { parseConfig } from '#lib/runtime/config.ts'
import { webEnvironment, webRole } from '#lib/launch/roles.ts'
import { byTier, isNight, sampled } from '#tests/support/run/tier.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

function picture(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp({ create: { width, height, channels, background: '#06a' } })
}

test('an icon file is handed out as it is, and one that lies or is cut is not', async () => {
  const file = readFileSync('tests/fixtures/icons/favicon.ico')
  expect(await limitImage(file)).toEqual({ type: 'image/x-icon', bytes: file })
  const changed = (change: (icon: Buffer) => void) => {
    const icon = Buffer.from(file)
    change(icon)
    return icon
  }
  const [png, bitmap] = [file.readUInt32LE(18), file.readUInt32LE(34)]
  const broken = [
    file.subarray(0, -1),
    file.subarray(0, 10),
    changed((icon) => icon.writeUInt16LE(0, 4)),
    changed((icon) => icon.writeUInt16LE(65_535, 4)),
    changed((icon) => icon.writeUInt32LE(0xff_ff_ff_ff, 18)),
    changed((icon) => icon.writeUInt32BE(100_000, png + 16)), // a PNG that says how wide it is
    changed((icon) => icon.writeInt32LE(100_000, bitmap + 4)),
  ]
  for (const icon of broken) expect(await limitImage(icon)).toHaveProperty('problem')
})

/** Five at once without a room would take more than is let pass. */
const count = byTier({ night: 8, sample: 5 })

type Limited = {
  readonly grownMb: number
  readonly endedBefore: number
  readonly results: readonly string[]
}

/** In a process of its own, with the environment of the web server where not said otherwise. */
async function limitSeveral(
  file: Buffer,
  environment: Readonly<Record<string, string>> = webEnvironment,
): Promise<Limited> {
  const name = path.join(folder, 'picture')
  writeFileSync(name, file)
  const args = [path.resolve('tests/support/chaos/picture-process.ts'), name, `${count}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...environment },
  })
  return JSON.parse(stdout) as Limited
}

const onLinux = process.platform === 'linux'

test.skipIf(!onLinux)(
  `${count} large pictures in several scans stay within the room for all`,
  { timeout: 120_000 },
  async () => {
    const file = await picture(7000, 7000)
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true })
      .toBuffer()
    expect(file.length).toBeLessThan(300_000)
    const { grownMb, results } = await limitSeveral(file)
    expect(results).toEqual(Array.from({ length: count }, () => 'image/webp'))
    expect(grownMb).toBeLessThan(330) // eight together: 730
  },
)

test.skipIf(!onLinux || !isNight)(
  'eight AVIFs, of which each takes twenty times its pixels, do so, too',
  { timeout: 120_000 },
  async () => {
    const file = await picture(4000, 3000)
      .toColourspace('rgb16')
      .heif({ compression: 'av1', bitdepth: 10, effort: 0, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const { grownMb, results } = await limitSeveral(file)
    expect(results).toEqual(Array.from({ length: count }, () => 'image/webp'))
    expect(grownMb).toBeLessThan(400)
  },
)

test.skipIf(!onLinux || !isNight)(
  'eight pictures leave threads to hash a password before any of them has ended',
  { timeout: 120_000 },
  async () => {
    const file = await picture(7000, 7000).jpeg().toBuffer()
    const { endedBefore, results } = await limitSeveral(file, { UV_THREADPOOL_SIZE: '4' })
    expect(results).toEqual(Array.from({ length: count }, () => 'image/webp'))
    expect(endedBefore).toBe(0)
  },
)

test('a picture is refused for its pixels, with how many are the most', async () => {
  const many = await picture(7100, 7100).jpeg().toBuffer()
  expect(await limitImage(many)).toEqual({
    problem: 'The picture has 51 million pixels; 50 million are the most.',
  })
})

test('an AVIF that shows a piece of itself is refused for the memory that all of it takes', async () => {
  const file = await picture(1700, 1700).avif({ effort: 0 }).toBuffer()
  expect(await limitImage(file)).toMatchObject({ type: 'image/webp' })
  // A second extent, as that of the whole would be: what is shown stays 1,700 pixels wide.
  const extent = Buffer.from('00000014697370650000000000001b5800001b58', 'hex')
  expect(await limitImage(Buffer.concat([file, extent]))).toEqual({
    problem: 'The picture takes 1029 million bytes to unpack; 330 million are the most.',
  })
})

test('photographs of 12 and of 50 million pixels are shown', { timeout: 60_000 }, async () => {
  const photograph = picture(4032, 3024)
  const kinds = [
    photograph.clone().toColourspace('rgb16').heif({ compression: 'av1', bitdepth: 10, effort: 0 }),
    picture(8150, 6130).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ]
  for (const kind of sampled(kinds))
    expect(await limitImage(await kind.toBuffer())).toMatchObject({ type: 'image/webp' })
})

test('a gate with a room lets in what fits, in order, and nothing that never would', async () => {
  const gate = createGate(10, 5)
  const inside = new Map<string, () => void>()
  const work = (name: string) => () => new Promise<void>((resolve) => inside.set(name, resolve))
  const passed = [gate.pass(work('six'), 6), gate.pass(work('seven'), 7), gate.pass(work('three'), 3)]
  expect([...inside.keys()]).toEqual(['six']) // three would fit, and wait for ever would seven
  inside.get('six')?.()
  await expect.poll(() => [...inside.keys()]).toEqual(['six', 'seven', 'three'])
  inside.forEach((leave) => leave())
  await Promise.all(passed)
  await expect(gate.pass(work('eleven'), 11)).rejects.toThrow(RangeError)
})

test('the web server is started with more threads than pictures and addresses hold, and gives memory back', () => {
  const config = parseConfig({ AUTH_SECRET: 'a'.repeat(64), PUSH_KEY: 'b'.repeat(64) })
  const { env } = webRole({ config, databaseUrl: 'postgresql://nowhere', isDevelopment: false })
  const given = { UV_THREADPOOL_SIZE: process.env['UV_THREADPOOL_SIZE'] ?? '8' } // what is set already stays
  expect(env).toMatchObject({ ...webEnvironment, ...given })
})
