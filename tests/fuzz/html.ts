import fc from 'fast-check'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import { htmlToText } from '#lib/documents/html/plain-text.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { shownHtml } from '#lib/documents/html/shown-html.ts'
import { mustBeClean } from './clean-html.ts'
import { oddText } from './mutate.ts'
import { fuzzTarget, mustHold } from './target.ts'

const base = 'https://example.org/blog/post'
const names = [
  ...[
    'p',
    'div',
    'b',
    'a',
    'img',
    'table',
    'tr',
    'td',
    'ul',
    'li',
    'h1',
    'video',
    'audio',
    'source',
    'picture',
  ],
  ...['mi', 'mo', 'mrow', 'msup', 'semantics', 'annotation', 'mtable', 'mpadded', 'm:mi', 'maction'],
  ...[
    'param',
    'lite-youtube',
    'amp-img',
    'amp-video',
    'strike',
    'fieldset',
    'hgroup',
    'x-y',
    'amp-facebook',
    'wistia-player',
    'mux-player',
    'video-js',
    'text',
    'tspan',
    'meter',
    'pre',
    'figure',
  ],
  ...['svg', 'math', 'mtext', 'mglyph', 'annotation-xml', 'foreignObject', 'desc', 'title', 'malignmark'],
  ...[
    'style',
    'script',
    'template',
    'noscript',
    'noembed',
    'noframes',
    'xmp',
    'plaintext',
    'textarea',
    'iframe',
  ],
  ...[
    'select',
    'option',
    'form',
    'input',
    'button',
    'object',
    'embed',
    'base',
    'meta',
    'link',
    'html',
    'body',
  ],
  ...[
    'details',
    'summary',
    'marquee',
    'frameset',
    'isindex',
    'image',
    'keygen',
    'SCRIPT',
    'x:script',
    'sc\0ript',
  ],
]
const attributes = [
  ...[
    'href',
    'src',
    'srcset',
    'srcdoc',
    'style',
    'onerror',
    'ONLOAD',
    'on\nload',
    'title',
    'alt',
    'id',
    'class',
  ],
  ...[
    'data-srcset',
    'data-original',
    'data-x-src',
    'data',
    'value',
    'name',
    'type',
    'videoid',
    'aria-hidden',
    'align',
    'data-player',
    'data-inline',
    'data-href',
    'data-id',
    'data-cookieblock-src',
    'data-widths',
    'fallback',
    'definitionurl',
    'data-attrs',
    'data-settings',
    'data-instgrm-permalink',
    'media-id',
    'playback-id',
    'data-uuid',
    'data-account',
    'data-video-id',
    'data-bg',
    'role',
  ],
  ...[
    'xlink:href',
    'action',
    'formaction',
    'poster',
    'data-src',
    'background',
    'width',
    'height',
    'cite',
    'target',
  ],
]
const values = [
  ...[
    'javascript:alert(1)',
    'JaVa\tScRiPt:alert(1)',
    '&#106;avascript:x',
    'data:text/html,<script>x</script>',
  ],
  ...[
    'vbscript:x',
    ' \u0001javascript:x',
    '//a.example/i.png',
    '../x?utm_source=a&b=1',
    'https://a.example/"onx="',
  ],
  ...[
    'mailto:a@example.org',
    'MAILTO:javascript:x',
    '</style><img src=x onerror=x>',
    '--><img src=x onerror=x>',
  ],
  ...[
    '#x',
    'x',
    't000000-x',
    '#t000000-x',
    'https://example.org/blog/post#x',
    'white-space:pre',
    'text-align:right',
    'katex',
    'MathJax_Preview',
    'math/tex',
    'youtube thumb margin-toggle',
    '[180, 720]',
    '/{width}x.jpg" onerror="x',
    '/a b.jpg 2x, <img src=x onerror=x> 3x',
    'wistia_async_abcdefghij"onload=x',
    'vidyard-player-embed wp-block-cover rocket-lazyload',
    '12345678',
    'img',
    'background:url(javascript:x.jpg)',
    'background-image:url(/a.jpg?"onload=x)',
    'display:none;max-height:0;opacity:0;mso-hide:all',
    '&lt;iframe srcdoc="&lt;script&gt;x"&gt;&lt;img src=x onerror=x&gt;',
    'true',
    'checkbox',
    'movie',
    'image/png',
    '/a.jpg 1x, javascript:x 2x, data:text/html,x 3x',
    'data:image/svg+xml,<svg onload=x>',
    'data:image/png;base64,iVBORw0KGgo=',
    'https://www.youtube.com/embed/aaaaaaaaaaa?"onload=x',
    'tel:1',
    'magnet:?x="onload=',
    'aaaaaaaaaaa',
    '{&quot;full_text&quot;:&quot;&lt;img src=x onerror=x&gt;&quot;,&quot;url&quot;:&quot;javascript:x&quot;}',
    '{&quot;title&quot;:&quot;&lt;svg onload=x&gt;&quot;,&quot;canonical_url&quot;:&quot;https://a.example/\\&quot; onclick=\\&quot;x&quot;}',
    '{&quot;gallery&quot;:{&quot;images&quot;:[{&quot;src&quot;:&quot;javascript:x&quot;},{&quot;src&quot;:&quot;/a.jpg&quot;}]}}',
    '{&quot;youtube_url&quot;:&quot;https://youtu.be/aaaaaaaaaaa?\\&quot;onload=x&quot;}',
  ],
  ...[
    '1',
    '0',
    'http://',
    'https://[::1',
    'blob:x',
    '\\\\a.example\\x',
    'java&NewLine;script:x',
    ']]><img src=x onerror=x>',
  ],
]

const value = fc.oneof(fc.constantFrom(...values), oddText)
const attribute = fc
  .tuple(fc.constantFrom(...attributes), fc.constantFrom('="', "='", '=', ' = "', ''), value)
  .map(
    ([name, sign, text]) =>
      ` ${name}${sign}${sign === '' ? '' : text}${sign.endsWith('"') ? '"' : ''}${sign.endsWith("'") ? "'" : ''}`,
  )
const piece = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.array(attribute, { maxLength: 3 }),
      fc.constantFrom('>', '/>', ' >', ''),
    )
    .map(([name, all, end]) => `<${name}${all.join('')}${end}`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<![CDATA[',
    ']]>',
    '<!',
    '<?',
    '</',
    '<',
    '&lt;',
    '&lt;img src=x onerror=x&gt;',
    '[embed]',
    'https://vimeo.com/123456',
    '[/embed]',
    '[video src="javascript:x"]',
    '[audio src="https://a.example/s.mp3"]',
    '[youtube aaaaaaaaaaa]',
    '<img alt="x src=" title="x onload=x style=x y" src="/a.png">',
    '<video lang="x poster=" dir="x onload=x style=x y" src="/a.mp4" poster="/a.png">',
    '[caption x]',
    '[/caption]',
  ),
  oddText,
)

/** HTML as attackers write it: known elements in any order, never closed, in each other's special modes. */
export const hostileHtml = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

export const htmlTargets = [
  fuzzTarget(
    'html: what is cleaned is harmless, and stays as it is when cleaned again',
    4000,
    hostileHtml,
    (html) => {
      const clean = sanitiseHtml(html, base)
      mustBeClean(clean)
      const again = sanitiseHtml(clean, base)
      mustHold(again === clean, `cleaned twice:\n${again}\ncleaned once:\n${clean}`)
      htmlToText(html)
    },
  ),
  fuzzTarget('html: what is shown of stored text is harmless', 7000, hostileHtml, (html) => {
    mustBeClean(
      shownHtml(
        sanitiseHtml(html, base),
        (address) => `https://proxy.example/?url=${encodeURIComponent(address)}`,
      ),
    )
  }),
  fuzzTarget('html: an address is cleaned once for all', 100_000, value, (address) => {
    const clean = cleanAddress(address)
    mustHold(cleanAddress(clean) === clean, `${clean} becomes ${cleanAddress(clean)}`)
  }),
]
