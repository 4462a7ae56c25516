import { expect, test } from 'vitest'
import { playedOnce } from '#lib/documents/html/played-once.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { growthOfNoSquare, growthOverFour, sumOfCpuMs } from '#tests/support/measure/growth.ts'

const sound = 'https://a.example/files/harbour.mp3'
const film = 'https://a.example/files/quay.mp4'
const once = (html: string, files: readonly string[], page: string | null = null) =>
  playedOnce(sanitiseHtml(html, 'https://a.example/'), { files, page })

test.each([
  ['the same address', `<audio controls src="${sound}"></audio>`, sound],
  [
    'WordPress with its number and a link for old browsers',
    `<audio class="wp-audio-shortcode" preload="none"><source type="audio/mpeg" src="${sound}?_=1"><a href="${sound}">${sound}</a></audio>`,
    sound,
  ],
  ['without TLS', '<audio src="http://a.example/files/harbour.mp3"></audio>', sound],
  [
    'through a counter',
    `<audio src="${sound}"></audio>`,
    'https://dts.podtrac.example/redirect.mp3/a.example/files/harbour.mp3',
  ],
  ['a film', `<video poster="/p.jpg"><source src="${film}"></video>`, film],
])('one file in the text and beside it has one player: %s', (_, player, file) => {
  const { html, inText } = once(`<p>Before</p>${player}<p>After</p>`, [file])
  expect(html).toBe('<p>Before</p><p>After</p>')
  expect(inText).toEqual([])
})

test('several files of a text stay at their places and are named', () => {
  const html = `<p>One</p><audio src="${sound}"></audio><p>Two</p><video src="${film}"></video>`
  const played = once(html, [sound, film, 'https://a.example/other.mp3'])
  expect(played.html).toContain('<p>One</p><audio')
  expect(played.inText).toEqual([sound, film])
})

test('another sound stays', () => {
  const { html, inText } = once('<audio src="https://a.example/files/other-harbour.mp3"></audio>', [sound])
  expect(html).toContain('<audio')
  expect(inText).toEqual([])
})

test('the film that a posting is has no card in its text, other films have', () => {
  const frame = (id: string) => `<iframe src="https://www.youtube-nocookie.com/embed/${id}"></iframe>`
  const page = 'https://www.youtube.com/watch?v=abcdefghijk'
  expect(once(`<p>Seen</p>${frame('abcdefghijk')}`, [], page).html).not.toContain('data-player')
  expect(once(`<p>Seen</p>${frame('zzzzzzzzzzz')}`, [], page).html).toContain('zzzzzzzzzzz')
  expect(once(`<p>Seen</p>${frame('abcdefghijk')}`, [], 'https://a.example/post').html).toContain(
    'data-player',
  )
})

test('a text with many players and many files beside it take no square of their number', async () => {
  const compare = (size: number) => {
    const html = `<audio src="${sound}"></audio>`.repeat(size)
    playedOnce(html, { files: Array.from({ length: size }, (_, at) => `${film}/${at}`), page: null })
  }
  expect(await growthOverFour(compare, 500)).toBeLessThan(growthOfNoSquare)
})

test('a hostile text with thousands of players takes hardly longer with fifty files beside it than with one', async () => {
  const html = Array.from({ length: 20_000 }, (_, at) => `<audio src="${sound}?${at}"></audio>`).join('')
  const compare = (files: number) => () =>
    playedOnce(html, { files: Array.from({ length: files }, (_, at) => `${film}/${at}`), page: null })
  const one = await sumOfCpuMs(compare(1))
  expect((await sumOfCpuMs(compare(50))) - one).toBeLessThan(2 * Math.max(one, 40))
})
