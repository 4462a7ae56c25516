/** A page that stands between a program and a feed: a check for humans, or a login. */
import { htmlToText } from '#lib/documents/html/plain-text.ts'
import { headerOf, type ResponseHeaders } from './response-headers.ts'

export type Barrier = 'challenge' | 'login'

/** Headers by which protections say that they answered in place of the site. */
const challengeHeaders: readonly (readonly [name: string, value: RegExp])[] = [
  ['cf-mitigated', /^challenge$/i],
  ['x-vercel-mitigated', /^challenge$/i],
  ['x-amzn-waf-action', /^(challenge|captcha)$/i],
]

/** The barrier that the head of an answer names; null: none. */
export function barrierOfHead(httpStatus: number, headers: ResponseHeaders): Barrier | null {
  const isChallenge = challengeHeaders.some(([name, value]) => value.test(headerOf(headers, name) ?? ''))
  if (isChallenge) return 'challenge'
  return httpStatus === 401 ? 'login' : null
}

/** Barriers say little; a page with more to read has something to say besides. */
const mostWords = 2_000
/** In characters: a barrier is no longer than this, and a longer page is not looked at. */
const searched = 300_000

const challengeTitle =
  /^(just a moment|attention required! \| cloudflare|one moment,? please|checking your browser|checking you are not a bot|establishing a secure connection|вы не робот|ddos-guard|making sure you['’]re not a bot|are you (a )?(human|robot)|(please )?verify(ing)? (that )?you are (a )?human|(human|bot) verification|robot (check|challenge)|(vercel )?security (check|verification)|client challenge|pardon our interruption|captcha|(nur )?einen moment|un instant|un momento|um momento|een moment|sicherheitsprüfung|access denied \| .{1,100} used cloudflare|sucuri website firewall|your access to this site has been limited|site verification|проверка браузера|安全验证)/i
/** Of Cloudflare, Anubis, DataDome, HUMAN, SiteGround and hosts that set a cookie by script. Those of Imperva and AWS stand in ordinary pages, too. */
const challengeScript =
  /_cf_chl_opt|\/orchestrate\/chl_page|\/\.within\.website\/x\/cmd\/anubis|captcha-delivery\.com|px-captcha|\/\.well-known\/sgcaptcha|slowAES\.decrypt/
/** Of Imperva, AWS, Sucuri, Akamai, Kasada, Qrator, Bunny, StackPath and Yandex, where the page says hardly anything else; words of Reddit and Google. */
const shortChallenge =
  /Incapsula incident ID|gokuProps|sucuri_cloudproxy_js|\/_sec\/cp_challenge|\bKPSDK\b|\/__qrator\/|\/\.bunny-shield\/|\/sbbi\/\?sbbpg|SmartCaptcha|whoa there, pardner|blocked by network security|detected unusual traffic/
/** A page without a word that sets a cookie and loads itself again. */
const cookieScript = /document\.cookie\s?=[^]{0,2000}location(?:\.(?:reload|replace|href)|\s?=)/
const captchaWidget = /g-recaptcha|recaptcha\/api\.js|h-captcha|hcaptcha\.com|cf-turnstile|frc-captcha/
const captchaWords = /captcha|\b(robot|bot|human|mensch|roboter|humain|humano|umano|mens)\b/i
/** A page that shows a captcha for something else, a comment or a newsletter, says more than this. */
const mostCaptchaWords = 400

/** "Please turn on JavaScript" is not many more. */
const mostWordsOfNone = 60
const privateSite = /\bsite is (?:marked )?private\b/i

const passwordField = /<input\b[^<>]{0,500}\stype\s?=\s?["']?password/i
/** Alone, or before or behind the name of the site: "Anmeldung zum Seminar" is an article. */
const loginTitle =
  /(?:^|[-–—|·:»] ?)(?:log ?in|log on|sign ?in|anmelde[nr]?|anmeldung|einloggen|connexion|se connecter|iniciar sesi[oó]n|accedi|entrar|inloggen|logga in|log ind|zaloguj|přihlášení|вход|войти|ログイン|登录|登入|로그인) ?(?:$|[-–—|·:«])/i
const loginAddress = /(^|[/.])(log-?in|sign-?in|logon|sso|wp-login\.php)(?=[/.?]|$)|^accounts\./i

/**
 * The barrier that a web page is; null: it is none, or cannot be told from other pages. Linear in the page. Call it in a worker thread
 * only (parse-in-worker.ts).
 * @param url where the page came from, after redirects
 */
export function findBarrier(html: string, url: string): Barrier | null {
  if (html.length > searched) return null
  const words = htmlToText(withoutScripts(html))
  if (words.length > mostWords) return null
  const title = htmlToText(/<title\b[^<>]{0,200}>([^<]{0,300})/i.exec(html)?.[1] ?? '')
  if (challengeTitle.test(title) || challengeScript.test(html)) return 'challenge'
  if (passwordField.test(html) || loginTitle.test(title) || isLoginAddress(url)) return 'login'
  if (words.length > mostCaptchaWords) return null
  if (shortChallenge.test(html) || (words.length < mostWordsOfNone && cookieScript.test(html)))
    return 'challenge'
  if (privateSite.test(words)) return 'login'
  return captchaWidget.test(html) && captchaWords.test(words) ? 'challenge' : null
}

function isLoginAddress(url: string): boolean {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return loginAddress.test(hostname + pathname)
}

const closings = new Map([
  ['script', /<\/script[^<>]{0,100}>/gi],
  ['style', /<\/style[^<>]{0,100}>/gi],
  ['svg', /<\/svg[^<>]{0,100}>/gi],
  ['template', /<\/template[^<>]{0,100}>/gi],
])

/** A page without what nobody sees. What is not closed goes on to the end. */
function withoutScripts(page: string): string {
  const opening = /<(script|style|svg|template)\b/gi
  const seen: string[] = []
  let from = 0
  for (let open = opening.exec(page); open !== null; open = opening.exec(page)) {
    seen.push(page.slice(from, open.index))
    const closing = closings.get((open[1] ?? '').toLowerCase())
    if (closing === undefined) continue
    closing.lastIndex = opening.lastIndex
    if (!closing.test(page)) return seen.join(' ')
    from = opening.lastIndex = closing.lastIndex
  }
  return [...seen, page.slice(from)].join(' ')
}
