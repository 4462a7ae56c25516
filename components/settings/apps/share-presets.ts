/** Ways to share that many use, to be changed before they are added: Mastodon has a server of one's own. */
export const sharePresets = [
  { name: null, url: 'mailto:?subject={title}&body={url}' },
  { name: 'Mastodon', url: 'https://mastodon.social/share?text={title}%20{url}' },
  { name: 'Bluesky', url: 'https://bsky.app/intent/compose?text={title}%20{url}' },
  { name: 'Telegram', url: 'https://t.me/share/url?url={url}&text={title}' },
  { name: 'Reddit', url: 'https://www.reddit.com/submit?url={url}&title={title}' },
  { name: 'Hacker News', url: 'https://news.ycombinator.com/submitlink?u={url}&t={title}' },
] as const
