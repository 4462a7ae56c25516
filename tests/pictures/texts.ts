/** A long text with a picture, a quotation, a table and a footnote. */
export const longRead = `<p>Before there is any light to see by, there is song. I stood in the field at four in the morning, with a lamp that I was not allowed to
switch on, and wrote down the minute at which each bird began.<sup><a href="#n1" id="r1">1</a></sup></p>
<p>The list looks dull. Drawn as a curve, it is a sunrise. Larks begin first, an hour and a half before the sun. Robins follow, then thrushes, and the
sparrows wait until they can see what they are talking about.</p>
<h2>Who sets the clock?</h2>
<p>It is not the light alone. On cloudy mornings the larks are late by four minutes, the sparrows by twenty. In the week of the eclipse
nobody was late at all.</p>
<table><thead><tr><th>Bird</th><th>Before sunrise</th><th>On cloudy days</th><th>Mornings</th></tr></thead><tbody>
<tr><td>Skylark</td><td>92 min</td><td>88 min</td><td>61</td></tr><tr><td>Robin</td><td>71 min</td><td>64 min</td><td>60</td></tr>
<tr><td>Song thrush</td><td>54 min</td><td>45 min</td><td>58</td></tr><tr><td>Sparrow</td><td>19 min</td><td>−1 min</td><td>61</td></tr></tbody></table>
<blockquote><p>The smaller the flock, the earlier the first voice.</p></blockquote>
<p>I have a theory, and one summer left to test it. Somebody has to be first, and being first costs sleep. In a large flock each bird can hope that
another will do it.</p>
<hr><ol><li id="n1"><p>Sixty-one mornings between April and July, and eleven on which I overslept. <a href="#r1">↩</a></p></li></ol>`

/** A text with code. */
export const machineRead = `<p>A ring buffer is a queue that never grows. It forgets its oldest item instead, which is exactly what a log of the last minute should do.</p>
<p>Here is all of it. There is no lock, because only one thread writes.</p>
<pre><code class="language-ts">class Ring&lt;Item&gt; {
  readonly #items: (Item | undefined)[]
  #next = 0

  constructor(size: number) {
    this.#items = new Array(size)
  }

  /** The oldest item makes room. */
  push(item: Item): void {
    this.#items[this.#next % this.#items.length] = item
    this.#next += 1
  }

  *[Symbol.iterator]() {
    const size = this.#items.length
    for (let at = Math.max(0, this.#next - size); at &lt; this.#next; at++)
      yield this.#items[at % size]
  }
}
</code></pre>
<p>The counter never wraps. At a million items a second it reaches the end of exact numbers in 285 years.</p>
<h2>What it costs</h2>
<p>One division for each item. If the size is a power of two, the division is a mask, and the whole of <code>push</code> is three instructions.</p>`
