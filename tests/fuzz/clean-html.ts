import { parseHTML } from 'linkedom'
import { mustHold } from './target.ts'

const harmless = new Set(
  [
    'p a br img em strong li span div b i h1 h2 h3 h4 h5 h6 hr blockquote pre code kbd samp var article section',
    'details summary abbr bdi bdo cite del dfn ins mark q s small sub sup u time wbr ruby rb rt rp rtc ul ol dl dt dd',
    'table caption colgroup col thead tbody tfoot tr th td figure figcaption picture audio video source',
    'math semantics mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover',
    'mmultiscripts mprescripts none mtable mtr mtd mlabeledtr mpadded mphantom mstyle merror menclose mfenced',
  ].flatMap((line) => line.split(' ')),
)
const addresses = new Set(['href', 'src', 'poster', 'cite'])
const forbidden = /^(on|style$|srcset$|srcdoc$|class$|name$|form|action$|xmlns|xlink|background$)/
/**
 * One tag as every parser of HTML reads it: a name, values in double quotes in which no tag can begin, then ">". Where
 * only such tags stand between texts without "<", and no element is one whose content is read in another way, no two
 * parsers can disagree: that is what mutation XSS lives on.
 */
const plainTag = /<\/?[a-z][a-z0-9]*(?: [a-z][a-z-]*(?:="[^"<>]*")?)*(?: \/)?>/g

/** @throws Broken when a document of a stranger that was cleaned could do more than be read */
export function mustBeClean(html: string): void {
  mustHold(!html.replace(plainTag, '').includes('<'), `something that is no plain tag in ${html}`)
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  for (const element of document.body.querySelectorAll('*')) {
    const name = element.localName
    mustHold(harmless.has(name), `a ${name} in ${html}`)
    for (const { name: attribute, value } of element.attributes) {
      mustHold(!forbidden.test(attribute), `${attribute} of ${name} in ${html}`)
      if (attribute === 'id') mustHold(/^t[0-9a-f]{6}-[^\s"'<>&]+$/.test(value), `the id ${value} in ${html}`)
      if (addresses.has(attribute)) mustBeAddress(`${name} ${attribute}`, value, html)
    }
  }
}

const links =
  'http https bitcoin ftp ftps geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh tel webcal wtai xmpp'
    .split(' ')
    .map((scheme) => `${scheme}:`)
const raster = /^data:image\/(png|gif|jpe?g|webp|avif);base64,[A-Za-z0-9+/]+=*$/

function mustBeAddress(attribute: string, value: string, html: string): void {
  if (attribute === 'img src' && raster.test(value)) return
  const { protocol } = new URL(value, 'https://base.example/')
  const allowed = attribute === 'a href' ? links : ['http:', 'https:']
  mustHold(allowed.includes(protocol), `${attribute}="${value}" in ${html}`)
}
