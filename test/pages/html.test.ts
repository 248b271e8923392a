import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { html, render } from '../../lib/pages/html.ts'

describe('the tag html', () => {
  test('escapes every text, in attributes and elements', () => {
    const text = `<script>alert("1")</script> & 'x'`
    const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;'
    const written = render(html`<p title="${text}">${text}</p>`)
    assert.equal(written, `<p title="${escaped}">${escaped}</p>`)
    assert.equal(render(html`${[text, [text]]}`), escaped + escaped)
  })

  test('leaves nothing for undefined and false, and writes numbers', () => {
    assert.equal(render(html`a${undefined}b${false}c${0}d${''}e`), 'abc0de')
  })

  test('rejects an object that only looks like HTML', () => {
    // Clients can only send texts, and files can only contain JSON.
    const forged: unknown = JSON.parse('{"safe HTML":"<b>","Symbol(safe HTML)":"<b>","0":"<b>"}')
    const hole = forged as string[]
    assert.throws(() => render(html`${hole}`), TypeError)
  })

  test('leaves out control characters that HTML forbids', () => {
    const controls = Array.from({ length: 0xa0 }, (_, point) => String.fromCharCode(point))
      .filter((sign) => !/[\t\n\r -~]/.test(sign))
      .join('')
    assert.equal(controls.length, 29 + 33)
    assert.equal(render(html`a${controls}b`), 'ab')
    assert.equal(render(html`${'\t \n'}`), '\t \n')
    // A parser reads CR as LF.
    assert.equal(render(html`${'a\r\nb'}`), 'a&#13;\nb')
  })

  test('makes lone surrogates U+FFFD, and leaves pairs', () => {
    assert.equal(render(html`${'\ud800a\udc00<𝐀'}`), '\ufffda\ufffd&lt;𝐀')
  })
})
