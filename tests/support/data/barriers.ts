/** A check for humans as a protection sends it in place of a site. */
export const challengePage = `<!doctype html><html><head><title>Checking the browser</title>
<meta name="robots" content="noindex"></head><body><noscript>Enable JavaScript and cookies to continue</noscript>
<script>window._cf_chl_opt = { cType: 'managed' }</script></body></html>`

/** The form that some sites send in place of what only members may read. */
export const loginPage = `<!doctype html><html><head><title>Members</title></head><body><h1>Members only</h1>
<form method="post"><input name="name"><input type="password" name="word"><button>Go on</button></form></body></html>`
