import { expect, it } from 'vitest'
import { shows, withoutCover } from '#components/reading/text/posting-body.tsx'

const cover = '/api/v1/images?url=https%3A%2F%2Fa.example%2Fc.png&signature=s'
const figure = (alt: string, src = cover) =>
  `<figure><img src="${src.replace('&', '&amp;')}" alt="${alt}" loading="lazy" /></figure>`

it('the picture of a whole posting is taken from behind its text', () => {
  expect(withoutCover(`<p>About boats.</p>${figure('')}`, cover)).toBe('<p>About boats.</p>')
  expect(withoutCover(figure(''), cover)).toBe('')
})

it.each([
  ['with words of its own', `<p>About boats.</p>${figure('A tug')}`],
  ['within the text', `${figure('')}<p>About boats.</p>`],
  ['of something else', `<p>About boats.</p>${figure('', '/other.png')}`],
])('a picture %s stays', (_, html) => {
  expect(withoutCover(html, cover)).toBe(html)
})

it('without a picture of the posting nothing is taken', () => {
  expect(withoutCover(figure(''), null)).toBe(figure(''))
})

it('a picture is found in a text by its address', () => {
  expect([cover, '/other.png', null].map((address) => shows(figure(''), address))).toEqual([
    true,
    false,
    false,
  ])
})
