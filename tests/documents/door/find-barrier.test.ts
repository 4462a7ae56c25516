import { describe, expect, test } from 'vitest'
import { explainFailure } from '#lib/documents/fetch/explain-failure.ts'
import { findBarrier } from '#lib/documents/door/find-barrier.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { challengePage, loginPage } from '#tests/support/data/barriers.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

const url = 'https://harbour.example/feed'
const page = (title: string, body = '', head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`
const essay = '<p>The harbour has opened its gates to small boats again.</p>'.repeat(60)

describe('a page in place of a feed', () => {
  test.each([
    ['a title', page('Just a moment...')],
    ['a title in capitals, with marks', page('Making sure you&#39;re not a bot!')],
    ['a script of the protection', challengePage],
    ['a block', page('Access denied | harbour.example used Cloudflare to restrict access', 'Error 1020')],
    ['an incident', page('', '<iframe>Request unsuccessful. Incapsula incident ID: 1-2</iframe>')],
    ['a script of AWS', page('', '<div></div>', '<script>window.gokuProps = {}</script>')],
    ['a script of Akamai', page('', '<script src="/_sec/cp_challenge/sec-4.js"></script>')],
    ['a script of Kasada', page('', '<script>window.KPSDK={}</script>')],
    [
      'a script of Cloudflare in any language',
      page(
        'しばらくお待ちください...',
        '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
      ),
    ],
    ['a title of go-away', page('Checking you are not a bot')],
    [
      'the words of Google',
      page('Sorry...', 'Our systems have detected unusual traffic from your computer network.'),
    ],
    ['the words of Reddit', page('', 'You’ve been blocked by network security.')],
    ['a title of Yandex', page('Вы не робот?', 'SmartCaptcha by Yandex Cloud')],
    [
      'a script that sets a cookie and loads again',
      '<html><script>document.cookie="human=1";location.reload()</script></html>',
    ],
    ['a script, whatever the title', page('harbour.example', '<div id="px-captcha"></div>')],
    [
      'a question with a captcha',
      page('harbour.example', '<p>Please show that you are human.</p><div class="h-captcha"></div>'),
    ],
  ])('is a check for humans: %s', (_, html) => {
    expect(findBarrier(html, url)).toBe('challenge')
  })

  test.each([
    ['a field for a password', loginPage, url],
    ['a title', page('Anmeldung - Hafenblatt', '<form><input name="mail"></form>'), url],
    ['the address it leads to', page('Hafenblatt'), 'https://sso.harbour.example/begin?to=feed'],
    ['a private site', page('Private Site', 'This site is marked private by its owner.'), url],
    ['a title behind the name of the site', page('Hafenblatt – Anmeldung'), url],
  ])('is a login: %s', (_, html, address) => {
    expect(findBarrier(html, address)).toBe('login')
  })

  test.each([
    ['an ordinary page', page('Harbour news', essay)],
    ['an article on how to enrol', page('Anmeldung zum Seminar', 'Am Montag beginnt es.')],
    [
      'a long page whose text comes late',
      page('Harbour', `<style>${' '.repeat(310_000)}</style><div class="px-captcha">`),
    ],
    [
      'a page with AWS’s own script',
      page('Shop', 'Loading', '<script src="https://a.awswaf.com/b/challenge.js"></script>'),
    ],
    [
      'a society with a captcha for comments',
      page('Human Rights Watch', `<div class="h-captcha"></div>${'News of human rights. '.repeat(40)}`),
    ],
    ['an article about robots', page('Captcha', `${essay}<div class="g-recaptcha"></div>`)],
    ['a page with a login beside its text', page('Forum', `<input type="password">${essay}`)],
    [
      'a short page with a captcha for its newsletter',
      page('Soon', '<div class="cf-turnstile"></div>Soon here.'),
    ],
    ['a page with Kasada’s script and words', page('Shop', `<script>KPSDK={}</script>${essay}`)],
    [
      'a short page that counts visits',
      page(
        'Soon',
        `<p>${'Here soon, with news. '.repeat(5)}</p><script>document.cookie="a=1"; location.href</script>`,
      ),
    ],
    [
      'a page that is watched by a protection',
      page('Harbour', 'Welcome', '<script src="/cdn-cgi/rum.js"></script>'),
    ],
  ])('is none of them: %s', (_, html) => {
    expect(findBarrier(html, url)).toBeNull()
  })

  test('does not count scripts as words, however long they are', () => {
    const script = `<script>${'var word = "words and words";'.repeat(1_000)}</script>`
    expect(findBarrier(page('Just a moment...', script), url)).toBe('challenge')
    expect(findBarrier(page('Just a moment...', script.replace('</script>', '')), url)).toBe('challenge')
  })

  test('is told by the reader of feeds', async () => {
    const read = (html: string) => parseFeed({ body: Buffer.from(html), contentType: 'text/html', url })
    expect(await read(challengePage)).toMatchObject({
      ok: false,
      error: { kind: 'html', barrier: 'challenge' },
    })
    expect(await read(page('Harbour news', essay))).toEqual({
      ok: false,
      error: { kind: 'html', message: expect.any(String) },
    })
  })
})

test.each([
  [404, 'a forum with a login in its head', loginPage, undefined],
  [502, 'an error page with a login', loginPage, undefined],
  [403, 'a login', loginPage, 'login'],
  [503, 'a check for humans', challengePage, 'challenge'],
] as const)('a page of status %i is what its status says: %s', async (httpStatus, _, html, barrier) => {
  const failure = {
    kind: 'failed',
    errorKind: 'http',
    httpStatus,
    finalUrl: url,
    retryAt: null,
    message: 'refused',
    page: { body: Buffer.from(html), contentType: 'text/html' },
  } as unknown as FetchFailure
  const explained = await explainFailure(failure, (document) => parseFeed(document))
  expect(explained.barrier).toBe(barrier)
})
