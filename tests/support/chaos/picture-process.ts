import { scrypt, type ScryptOptions } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { limitImage } from '#lib/documents/images/limit-image.ts'
import { until } from '#tests/support/measure/until.ts'

const hash = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/**
 * `node picture-process.ts FILE COUNT`: so many of a picture are limited at once while a password is hashed. Prints by how many MB the
 * memory of this process grew at its peak, how many pictures had ended when the password was hashed, and what became of the pictures.
 */
const [, , name = '', count = '1'] = process.argv
const file = readFileSync(name)
await limitImage(
  await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#06a' } })
    .png()
    .toBuffer(),
)
const before = peakMb()
let ended = 0
const limited = Array.from({ length: Number(count) }, async () => {
  const image = await limitImage(file)
  ended += 1
  return 'problem' in image ? image.problem : image.type
})
// What is asked for now waits behind all that the pool was given.
await until('the pool has a picture', () => sharp.counters().process > 0 || ended === Number(count), {
  everyMs: 0,
})
await hash('password', 'salt', 16, { N: 1024 })
const endedBefore = ended
const results = await Promise.all(limited)
process.stdout.write(JSON.stringify({ grownMb: peakMb() - before, endedBefore, results }))

/** The most memory that this process ever held (Linux). */
function peakMb(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}
