const quote = '(?:"|\'|&quot;|&#0?34;|&#82(?:1[67]|2[01]|4[23]);|[“”″])'
const address = '(?:https?:)?//[^\\s"\'<>\\[\\]“”″]{3,2000}?'
/** A code that has a paragraph or a line for itself: WordPress left it there, as it could not be filled in. */
const alone = new RegExp(
  `(^|>|\\n)(\\s{0,9})\\[(embed|video|audio|youtube|vimeo|dailymotion|soundcloud|spotify)\\b((?:\\s|=)[^\\]<>]{0,2000})?\\]` +
    `(?:(?:<a\\b[^<>]{0,2500}>)?([^\\[<>]{0,2000})(?:</a>)?\\[/\\3\\])?(?=[^\\S\\n]{0,9}(?:<|\\n|$))`,
  'g',
)
const named = new RegExp(
  `(?:^|\\s)(src|mp4|m4v|webm|ogv|mp3|m4a|ogg|wav|url)\\s*=\\s*${quote}(${address})(?=${quote})`,
)
const bare = new RegExp(`^[\\s=]*${quote}?(${address})(?=${quote}|[\\s]|$)`)
const caption = /\[caption [^\]<>]{0,1000}\]|\[\/caption\]/g

/**
 * HTML in which the short codes of WordPress that were left in a text are the films and sounds they stand for. Texts that show code stay,
 * for they may be about short codes. The result is as unsafe as the text.
 */
export function withoutShortCodes(html: string): string {
  if (!html.includes('[') || /<(pre|code|textarea)\b/i.test(html)) return html
  const filled = html
    .trim()
    .replace(alone, (found, before: string, blanks: string, code: string, said = '', inside = '') => {
      const shown = shownBy(code, String(said), String(inside).trim())
      return shown === null ? found : before + blanks + shown
    })
  const whole = filled.includes('[/caption]') ? filled.replace(caption, '') : filled
  return whole === html.trim() ? html : whole
}

function shownBy(code: string, said: string, inside: string): string | null {
  const written =
    named.exec(said)?.[2] ?? bare.exec(said)?.[1] ?? bare.exec(inside)?.[1] ?? ofId(code, `${said} ${inside}`)
  if (written === null) return null
  if (code === 'audio') return `<embed src="${written}" type="audio/mpeg">`
  return code === 'video' ? `<embed src="${written}" type="video/mp4">` : `<iframe src="${written}"></iframe>`
}

function ofId(code: string, said: string): string | null {
  const id = /(?:^|[\s=])([\w-]{5,20})(?=\s|$)/.exec(said)?.[1] ?? ''
  if (code === 'youtube' && /^[\w-]{11}$/.test(id)) return `https://www.youtube.com/watch?v=${id}`
  return code === 'vimeo' && /^\d{5,12}$/.test(id) ? `https://player.vimeo.com/video/${id}` : null
}
