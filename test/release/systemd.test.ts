import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { joinShipped } from '../../lib/catalogue/shipped-files.ts'
import { generatorWith } from '../support/catalogue-copy.ts'
import { readBlock } from '../support/documents.ts'
import { temporaryFolder } from '../support/folders.ts'
import { packRelease } from '../support/release.ts'
import { until } from '../support/until.ts'

/** A Debian tree with systemd, dbus and curl, and an unpacked release with its packages. */
const [tree, release] = [process.env['SYSTEMD_TREE'] ?? '', process.env['RELEASE'] ?? '']
const isAble = process.getuid?.() === 0 && tree !== '' && release !== ''
const skip = isAble ? false : 'LEFT OUT: it needs root, SYSTEMD_TREE and RELEASE'

const install = readBlock('install')
const reload = readBlock('reload')
const upgrade = readBlock('upgrade')
const goBack = readBlock('goBack')
const backUp = readBlock('backUp')
const restore = readBlock('restore')
const uninstall = readBlock('uninstall')
const checksums = readBlock('checksums')
const trustCdn = readBlock('trustCdn')

const api = 'http://127.0.0.1:8080/api'
const both = 'text-decoration.socket text-decoration.service'
const dataFolder = '/var/lib/private/text-decoration'
const healthy = 'sh /opt/text-decoration/systemd/health'
/** Reloads the service, and waits until it serves again. */
const applied = `${reload}${healthy}`

describe('on a systemd of its own, the commands of the documents', { skip }, () => {
  test('install, upgrade, go back, restore and uninstall the service', async (t) => {
    const booted = await bootMachine(t)
    if (booted === undefined) return t.skip('LEFT OUT: no systemd boots here')
    const machine: Machine = booted
    const readPid = (): string => machine.must('systemctl show -p MainPID text-decoration')
    const before = listFiles(machine)
    const shipped = version()

    await t.test('install the newest of two archives', () => {
      addRelease(t, '0.0.9')
      addRelease(t, shipped)
      const siteUrl = /^SITE_URL +https:\/\/your\.site +\/etc\/text-decoration\.env$/m
      const said = machine.must(install)
      assert.match(said, siteUrl)
      assert.match(said, /\{"success":true\}$/)
      machine.must(applied)
      assert.equal(versionOf(machine), shipped)
      machine.must(`curl -fsS -d slug=reverse -d text=abc '${api}?action=generate'`)
    })

    await t.test('continue the totals of an old script', () => {
      machine.must(readBlock('oldTotals'))
      const { uses, characters } = ask(machine, '?action=stats').statistics
      assert.deepEqual([uses, characters], [12_345, 678_900])
    })

    await t.test('find an archive that did not arrive whole', () => {
      machine.must('sha256sum *.tar.gz >SHA256SUMS; echo "$(sha256sum </dev/null)none" >>SHA256SUMS')
      assert.match(machine.must(checksums), /^text-decoration-service-\S+: OK$/m)
      machine.must('cp text-decoration-service-0.0.9-linux-x64.tar.gz whole')
      machine.must('echo >>text-decoration-service-0.0.9-linux-x64.tar.gz')
      assert.match(machine.run(checksums).output, /0\.0\.9-linux-x64\.tar\.gz: FAILED$/m)
      machine.must('mv whole text-decoration-service-0.0.9-linux-x64.tar.gz')
    })

    await t.test('install it a second time, which keeps the settings and the process', () => {
      machine.must("sed -i 's#your.site#my.site#' /etc/text-decoration.env")
      const pid = readPid()
      assert.match(machine.must(install), /^SITE_URL +https:\/\/my\.site [^]*\{"success":true\}$/m)
      assert.equal(readPid(), pid)
    })

    await t.test('name another program that uses the port, before anything is installed', () => {
      const server = "require('net').createServer().listen(8080, '127.0.0.1')"
      machine.must(`systemctl stop ${both}; mv /opt/text-decoration /opt/away
        systemd-run --quiet --unit other /usr/bin/node -e "${server}"; sleep 1`)
      const { status, output } = machine.run(install)
      assert.notEqual(status, 0)
      assert.match(output, /^LISTEN .*127\.0\.0\.1:8080 .*"node"/m)
      machine.must('test ! -e /opt/text-decoration')
      const elsewhere = install.replace('port=8080', 'port=9090')
      assert.match(machine.must(elsewhere), /\{"success":true\}$/)
      assert.equal(machine.must(healthy), '{"success":true}')
      machine.must(`systemctl stop other ${both}; rm -r /opt/text-decoration
        rm -r /etc/systemd/system/text-decoration.socket.d; systemctl daemon-reload
        mv /opt/away /opt/text-decoration; systemctl start ${both}`)
    })

    await t.test('trust the published ranges of a CDN', () => {
      const ranges = '# of a CDN\\n198.51.100.0/24\\r\\n2001:db8::/32\\n203.0.113.0/24'
      machine.must(`mkdir -p /etc/text-decoration; cp /etc/text-decoration.env /tmp/env
        printf '${ranges}' >/etc/text-decoration/cdn-ranges`)
      for (const _round of [1, 2]) assert.match(machine.must(trustCdn), /\{"success":true\}$/)
      assert.equal(
        machine.must('grep TRUST_PROXY= /etc/text-decoration.env'),
        'TRUST_PROXY=loopback,198.51.100.0/24,2001:db8::/32,203.0.113.0/24\n',
      )
      const left = (forwarded: string): string =>
        machine.must(`curl -sS -o /dev/null -D - -H 'X-Forwarded-For: ${forwarded}' \
          '${api}?action=stats' | grep -i ^x-ratelimit-remaining`)
      const forged = ['192.0.2.1, 192.0.2.7, 198.51.100.1', '192.0.2.2, 192.0.2.7, 2001:db8::1']
      assert.deepEqual(forged.map((line) => /\d+/.exec(left(line))?.[0]), ['99', '98'])
      machine.must(`cp /tmp/env /etc/text-decoration.env; ${applied}`)
      machine.must('echo wrong >/etc/text-decoration/cdn-ranges')
      assert.notEqual(machine.run(trustCdn).status, 0)
      machine.must(`cmp /tmp/env /etc/text-decoration.env
        rm -r /etc/text-decoration; test ! -e /etc/text-decoration.env.old`)
    })

    await t.test('take changed settings, or name a wrong one and continue', () => {
      const limit = (): string => /x-ratelimit-limit: (.*)\r/i.exec(
        machine.must(`curl -fsSi '${api}?action=stats'`))?.[1] ?? ''
      const refused = (line: string): void => {
        machine.must(`cp /etc/text-decoration.env /tmp/env; echo ${line} >>/etc/text-decoration.env`)
        const { status, output } = machine.run(reload)
        machine.must('cp /tmp/env /etc/text-decoration.env')
        assert.notEqual(status, 0, output)
      }
      machine.must(`echo RATE_LIMIT=1000 >>/etc/text-decoration.env; ${applied}`)
      assert.equal(limit(), '1000')
      const pid = readPid()
      refused('RATE_LIMIT=abc')
      refused('DATA_DIR=/srv/a')
      refused('GENERATORS_DIR=/home/a')
      const said = machine.must('journalctl -u text-decoration -n 20 -o cat -p err')
      assert.match(said, /^RATE_LIMIT="abc" must be /m)
      assert.match(said, /^DATA_DIR=\/srv\/a cannot be used: .*EACCES/m)
      assert.match(said, /^GENERATORS_DIR=\/home\/a cannot be read: .*EACCES/m)
      assert.equal(readPid(), pid)
      assert.equal(limit(), '1000')
      machine.must("sed -i '/^RATE_LIMIT/d' /etc/text-decoration.env")
      machine.must(applied)
    })

    await t.test('show warnings and errors by their priority in the journal', async () => {
      machine.must(`echo RATE_LIMT=5 >>/etc/text-decoration.env; ${applied}`)
      const lines = (level: string): string[] => {
        const command = `journalctl -u text-decoration -o cat -p ${level}..${level}`
        return machine.must(command).split('\n').filter((line) => line.startsWith('{'))
      }
      const says = (level: string, words: string): boolean =>
        lines(level).some((line) => line.includes(words))
      await until(() => says('warning', 'RATE_LIMT has no effect'), 'it warns')
      assert.ok(says('info', '"Listening"'))
      for (const [level, name] of [['warning', 'warn'], ['info', 'info']] as const) {
        for (const line of lines(level)) assert.equal(JSON.parse(line).level, name)
      }
      assert.ok(lines('warning').every((line) => JSON.parse(line).hint !== ''))
      machine.must("sed -i '/^RATE_LIMT/d' /etc/text-decoration.env")
      machine.must(applied)
    })

    await t.test('refuse files of your own that only root can read', () => {
      const own = '/etc/text-decoration/generators'
      machine.must(`umask 077; mkdir -p ${own}
        cp --no-preserve=mode /opt/text-decoration/generators/reverse.json ${own}/
        echo GENERATORS_DIR=${own} >>/etc/text-decoration.env`)
      const check = `env -i STATE_DIRECTORY=/var/lib/text-decoration /usr/bin/node \
        /opt/text-decoration/dist/server.js --check --settings /etc/text-decoration.env`
      assert.match(machine.must(check), /^Warning: \/etc\/text-decoration, .*only root can read it/m)
      const pid = readPid()
      assert.notEqual(machine.run(reload).status, 0)
      const said = machine.must('journalctl -u text-decoration -n 5 -o cat -p err')
      assert.match(said, /^GENERATORS_DIR=\S+ cannot be read: .*EACCES/m)
      assert.equal(readPid(), pid)
      machine.must(`chmod -R a+rX /etc/text-decoration; ${applied}`)
      assert.doesNotMatch(machine.must(check), /only root/)
      machine.must(`rm -r /etc/text-decoration; sed -i /^GENERATORS_DIR/d /etc/text-decoration.env`)
      machine.must(applied)
    })

    await t.test('reload your own generators without losing a request, and name a wrong one', async () => {
      const own = '/etc/text-decoration/generators'
      const wrap = (sign: string): void => {
        const text = generatorWith({ type: 'wrap', before: sign, after: sign })
        machine.must(`printf %s '${text}' >${own}/own-one.json`)
      }
      const names = '{"generators":{"own-one":{"name":"Own one","page":"own-one-text"}}}'
      machine.must(`mkdir -p ${own} /etc/text-decoration/locales
        printf %s '${names}' >/etc/text-decoration/locales/en.json
        echo GENERATORS_DIR=${own} >>/etc/text-decoration.env
        echo LOCALES_DIR=/etc/text-decoration/locales >>/etc/text-decoration.env
        echo RATE_LIMIT=0 >>/etc/text-decoration.env`)
      wrap('<')
      machine.must(applied)
      assert.equal(transform(machine), '<abc<')
      wrap('>')
      const lost = underLoad(machine, `for round in 1 2 3; do
        systemctl reload text-decoration && sleep 2 || exit; done`)
      assert.equal(lost, '')
      await until(() => transform(machine) === '>abc>', 'the generator is read again')
      machine.must(`echo '{' >${own}/own-one.json`)
      const { status, output } = machine.run('systemctl reload text-decoration')
      assert.notEqual(status, 0, output)
      assert.match(machine.must('journalctl -u text-decoration -n 5'), /own-one\.json: is not JSON/)
      assert.equal(transform(machine), '>abc>')
      wrap('>')
    })

    await t.test('upgrade without losing a request, with new units and styles, and keep your own', () => {
      addRelease(t, '100.9.0')
      const { count } = ask(machine, '?action=list_generators')
      addRelease(t, '100.10.0', (folder) => {
        const wrap = generatorWith({ type: 'wrap', before: '(', after: ')' })
        writeFileSync(join(folder, 'generators/new-one.json'), wrap)
        const entry = '"new-one":{"name":"New one","page":"new-one"}'
        edit(join(folder, 'locales/en.json'), /"generators": \{/, `$&${entry},`)
        writeFileSync(join(folder, 'dist/catalogue.jsonl'), joinShipped(foldersBelow(folder)))
        edit(join(folder, 'systemd/text-decoration.service'), /\[Unit\]/, '[Unit]\nPartOf=a.target')
      })
      assert.equal(underLoad(machine, upgrade), '')
      assert.equal(versionOf(machine), '100.10.0')
      assert.match(machine.must('systemctl show -p PartOf text-decoration'), /a\.target/)
      assert.equal(ask(machine, '?action=list_generators').count, count + 1)
      assert.equal(transform(machine), '>abc>')
    })

    await t.test('change nothing if the release is already installed', () => {
      const pid = readPid()
      const said = machine.must(upgrade)
      assert.match(said, /100\.10\.0\S+ is already installed: [^]*\{"success":true\}$/)
      assert.equal(readPid(), pid)
      assert.match(machine.must('cat /opt/text-decoration.old/package.json'), new RegExp(shipped))
      machine.must('test ! -e /opt/text-decoration.new')
    })

    const broken: ReadonlyArray<readonly [title: string, version: string, make: Change]> = [
      ['a generator is wrong', '100.11.0', (folder) => {
        writeFileSync(join(folder, 'generators/reverse.json'), '{')
      }],
      ['a module is missing', '100.12.0', (folder) => rmSync(join(folder, 'dist/lib/process/main.cjs'))],
    ]
    for (const [title, number, make] of broken) {
      await t.test(`do not install a release in which ${title}`, () => {
        const pid = readPid()
        addRelease(t, number, make)
        assert.notEqual(machine.run(upgrade).status, 0)
        assert.equal(versionOf(machine), '100.10.0')
        assert.equal(readPid(), pid)
        assert.equal(transform(machine), '>abc>')
      })
    }

    await t.test('do not install half an archive', () => {
      machine.must(`head -c 1000000 text-decoration-service-100.10.0-linux-x64.tar.gz \
        >text-decoration-service-100.13.0-linux-x64.tar.gz`)
      assert.notEqual(machine.run(upgrade).status, 0)
      assert.equal(versionOf(machine), '100.10.0')
    })

    /** A release that passes the check, but ends at each start. */
    const dead: Change = (folder) => {
      const service = join(folder, 'dist/lib/process/main.cjs')
      edit(service, /(async function startService\(.*\{)/, '$1 throw new Error("broken")')
    }

    await t.test('report a release that does not serve, go back, and forward again', () => {
      addRelease(t, '100.14.0', (folder) => {
        dead(folder)
        edit(join(folder, 'systemd/text-decoration.socket'), /Backlog=4096/, 'Backlog=128')
      })
      const { status, output } = machine.run(upgrade)
      assert.notEqual(status, 0, output)
      assert.match(output, /curl: [^]*Not healthy at 127\.0\.0\.1:8080; journalctl /)
      assert.match(machine.must('systemctl show -p Backlog text-decoration.socket'), /=128$/m)
      assert.match(machine.must(goBack), /\{"success":true\}$/)
      assert.equal(versionOf(machine), '100.10.0')
      assert.match(machine.must('systemctl show -p Backlog text-decoration.socket'), /=4096$/m)
      assert.equal(transform(machine), '>abc>')
      assert.notEqual(machine.run(goBack).status, 0)
      assert.equal(versionOf(machine), '100.14.0')
      machine.must(goBack)
    })

    await t.test('can still go back after a broken release is installed twice', () => {
      assert.notEqual(machine.run(upgrade).status, 0)
      assert.notEqual(machine.run(upgrade).status, 0)
      assert.equal(versionOf(machine), '100.14.0')
      assert.match(machine.must(goBack), /\{"success":true\}$/)
      assert.equal(versionOf(machine), '100.10.0')
    })

    await t.test('do not go back if there is no release to go back to', () => {
      machine.must('mv /opt/text-decoration.old /tmp/')
      const { status, output } = machine.run(goBack)
      assert.notEqual(status, 0)
      assert.match(output, /no release to go back to/)
      assert.equal(versionOf(machine), '100.10.0')
      assert.equal(transform(machine), '>abc>')
    })

    await t.test('back up and restore settings, units, own generators and the totals', () => {
      const uses = (): number => ask(machine, '?action=stats').statistics.uses
      const counted = uses()
      assert.ok(counted > 0)
      const dropIn = '/etc/systemd/system/text-decoration.socket.d'
      machine.must(`mkdir -p ${dropIn}; printf '[Socket]\\nBacklog=64\\n' >${dropIn}/override.conf`)
      machine.must('sleep 2')
      const kept = '/etc/text-decoration.env /etc/text-decoration/generators/own-one.json'
      const taken = machine.must(`${backUp} for file in ${kept} ${dropIn}/override.conf; do
        sha256sum $file; done | tee /tmp/sums`)
      assert.match(taken, /^var\/lib\/text-decoration\/checkpoint\.json$/m)
      assert.match(taken, /^\/root\/text-decoration-20\d\d-\d\d-\d\d\.tar\.gz$/m)
      transform(machine)
      machine.must(`rm -rf ${kept} ${dropIn}`)
      assert.match(machine.must(restore), /\{"success":true\}$/)
      machine.must('sha256sum -c /tmp/sums')
      assert.match(machine.must('systemctl show -p Backlog text-decoration.socket'), /=64$/m)
      assert.equal(uses(), counted)
      assert.equal(transform(machine), '>abc>')
    })

    await t.test('fail to back up without totals, and keep the backup of before', () => {
      const look = 'sha256sum /root/text-decoration-*'
      const before = machine.must(look)
      machine.must(`systemctl stop ${both}; mv ${dataFolder}/checkpoint.json /tmp/`)
      const { status, output } = machine.run(backUp)
      assert.notEqual(status, 0)
      assert.match(output, /There are no totals to save/)
      assert.equal(machine.must(look), before)
      machine.must(`mv /tmp/checkpoint.json ${dataFolder}/; systemctl start ${both}`)
    })

    await t.test('restore nothing from a backup that lacks something, and serve as before', () => {
      const damages = {
        'it has no totals': 'tar -czf $bad -C / etc/text-decoration.env',
        'its totals are empty': 'tar -C /tmp/empty -czf $bad etc var',
        'it is cut off': 'head -c 200 $(ls /root/text-decoration-2*.tar.gz | tail -n 1) >$bad',
        'it has no settings': 'tar -czf $bad -C / var/lib/text-decoration/checkpoint.json',
      }
      machine.must(`mkdir -p /tmp/empty/etc /tmp/empty/var/lib/text-decoration
        : >/tmp/empty/var/lib/text-decoration/checkpoint.json`)
      for (const [title, damage] of Object.entries(damages)) {
        const { uses } = ask(machine, '?action=stats').statistics
        const pid = readPid()
        machine.must(`bad=/root/text-decoration-9999.tar.gz; ${damage}`)
        assert.notEqual(machine.run(restore).status, 0, title)
        assert.equal(readPid(), pid, title)
        assert.equal(ask(machine, '?action=stats').statistics.uses, uses, title)
        assert.equal(transform(machine), '>abc>', title)
      }
      machine.must('rm /root/text-decoration-9999.tar.gz')
    })

    await t.test('keep the data elsewhere, mounted over its folder', () => {
      const { uses } = ask(machine, '?action=stats').statistics
      assert.match(machine.must(readBlock('keepElsewhere')), /\{"success":true\}$/)
      transform(machine)
      assert.equal(ask(machine, '?action=stats').statistics.uses, uses + 1)
      assert.match(machine.must(restore), /\{"success":true\}$/)
      transform(machine)
      machine.must('sleep 2; test -s /srv/decoration/live.mdb')
    })

    await t.test('wait for space if the disk is full at the start', () => {
      machine.must(`systemctl stop ${both}; mount -t tmpfs -o size=64k full ${dataFolder}
        dd if=/dev/zero of=${dataFolder}/filling bs=1k 2>/dev/null || systemctl start ${both}; sleep 2`)
      const said = machine.must('journalctl -u text-decoration -n 20 -o cat')
      assert.match(said, /^DATA_DIR=\S+ cannot be used: .*no space/im)
      machine.must(`mount -o remount,size=32m ${dataFolder}; ${healthy}
        systemctl stop ${both}; umount ${dataFolder}; systemctl start ${both}`)
    })

    await t.test('say why a folder outside the unit cannot be used', () => {
      const tell = (line: string): string =>
        machine.must(`cp /etc/text-decoration.env /tmp/env; echo ${line} >>/etc/text-decoration.env
          systemctl restart text-decoration; sleep 3; journalctl -u text-decoration -n 20 -o cat
          cp /tmp/env /etc/text-decoration.env; systemctl restart text-decoration`)
      assert.match(tell('DATA_DIR=/srv/a'), /^DATA_DIR=\/srv\/a .* EROFS.*ReadWritePaths=/m)
      assert.match(tell('GENERATORS_DIR=/home/a'), /^GENERATORS_DIR=\/home\/a cannot be read: .*EACCES/m)
      machine.must(healthy)
    })

    await t.test('find the service if it listens elsewhere', () => {
      const folder = '/etc/systemd/system/text-decoration.socket.d'
      for (const place of ['9090', '127.0.0.2:9091', '/run/text-decoration.sock']) {
        const commands = readBlock('listenElsewhere').replace('127.0.0.1:9090', place)
        assert.equal(machine.must(commands), '{"success":true}')
      }
      machine.must(`rm -r ${folder}; systemctl daemon-reload
        systemctl restart text-decoration.socket`)
    })

    await t.test('serve a second site, with settings, data and limit of its own', () => {
      for (const round of [1, 2]) {
        assert.match(machine.must(readBlock('secondSite')), /\{"success":true\}$/, `round ${round}`)
      }
      const second = (query: string) =>
        JSON.parse(machine.must(`curl -fsS 'http://127.0.0.1:8081/api${query}'`))
      const { url } = second('?action=get_generator&slug=reverse').generator
      assert.match(url, /^https:\/\/other\.site\//)
      assert.equal(second('?action=stats').statistics.uses, 0)
      const ofSecond = (block: string): string =>
        block.replace('name=text-decoration', 'name=second-decoration')
      machine.must(`curl -fsS -d slug=reverse -d text=abc 'http://127.0.0.1:8081/api?action=generate'
        sleep 2; ${ofSecond(backUp)}`)
      second('?action=stats')
      assert.match(machine.must(ofSecond(restore)), /\{"success":true\}$/)
      assert.equal(second('?action=stats').statistics.uses, 1)
      machine.must(`rm /root/second-decoration-*; ${ofSecond(uninstall)}`)
      machine.must(`test ! -e /etc/second-decoration.env; ! curl -fsS http://127.0.0.1:8081/health
        ${healthy}`)
    })

    await t.test('uninstall everything that was installed', () => {
      machine.must(`mkdir -p /etc/systemd/system/text-decoration.service.d
        printf '[Service]\\nNice=1\\n' >/etc/systemd/system/text-decoration.service.d/override.conf
        systemctl daemon-reload`)
      machine.must(uninstall)
      machine.must('rmdir /srv/decoration; ! grep decoration /etc/fstab')
      const own = /^\/etc\/text-decoration(?:\/|$)/
      assert.deepEqual(listFiles(machine).filter((path) => !own.test(path)), before)
      const units = machine.must("systemctl list-units --all --no-legend 'text-decoration*'")
      assert.equal(units, '')
      const { status, output } = machine.run(restore)
      assert.notEqual(status, 0)
      assert.match(output, /No files found for text-decoration\.socket/)
    })

    type Change = (folder: string) => void

    /** Copies the archive of a release with this version into the machine. */
    function addRelease(t: TestContext, number: string, change: Change = () => {}): void {
      const folder = join(temporaryFolder(t), `text-decoration-service-${number}`)
      cpSync(release, folder, { recursive: true })
      edit(join(folder, 'package.json'), /("version": )".*"/, `$1"${number}"`)
      change(folder)
      const archive = `${folder}-linux-x64.tar.gz`
      packRelease(folder, archive)
      machine.put(archive)
    }
  })
})

function version(): string {
  return JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')).version
}

function versionOf(machine: Machine): string {
  return machine.must('/usr/bin/node /opt/text-decoration/dist/server.js --version').trim()
}

function ask(machine: Machine, query: string) {
  return JSON.parse(machine.must(`curl -fsS '${api}/${query}'`))
}

/** Runs lines of a shell while a client sends requests, and returns what went wrong with these. */
function underLoad(machine: Machine, lines: string): string {
  const client = `while [ ! -e /tmp/end ]; do curl -fsS '${api}?action=stats' >/dev/null ||
    echo lost; done >/tmp/lost 2>&1`
  machine.must(`rm -f /tmp/end; ${client} & (${lines}); status=$?; : >/tmp/end; wait; exit $status`)
  return machine.must('cat /tmp/lost')
}

/** Transforms `abc` with the machine's own generator. */
function transform(machine: Machine): string {
  const form = '-d action=generate -d slug=own-one -d text=abc'
  return JSON.parse(machine.must(`curl -fsS ${form} ${api}`)).output
}

/** Lists the files of a machine in the folders that an installation may change. */
function listFiles(machine: Machine): string[] {
  // systemd creates /var/lib/private for the first service with a dynamic user.
  const others = "-not -path '/var/lib/systemd/*' -not -path /var/lib/private"
  const places = '/etc /opt /usr/local /usr/lib/systemd /var/lib /srv'
  return machine.must(`find ${places} ${others} | sort`).trim().split('\n')
}

function edit(path: string, from: RegExp, to: string): void {
  const text = readFileSync(path, 'utf8')
  assert.notEqual(text.search(from), -1, path)
  writeFileSync(path, text.replace(from, to))
}

type Machine = NonNullable<Awaited<ReturnType<typeof bootMachine>>>

/**
 * Boots the tree with the Node of this process and only a loopback network. Changes to the tree are
 * lost when the test ends. Resolves to `undefined` if systemd does not boot.
 */
async function bootMachine(t: TestContext) {
  copyFileSync(process.execPath, join(tree, 'usr/bin/node'))
  const words = ['-D', tree, '--volatile=overlay', '--boot', '--register=no', '--keep-unit']
  const container = spawn('systemd-nspawn', [...words, '--private-network', '--console=passive'], {
    stdio: 'ignore',
    detached: true,
  })
  const exited = once(container, 'exit')
  t.after(async () => {
    container.kill('SIGTERM')
    await exited
  })
  let leader = ''
  /** Runs lines of a shell as root, in the folder /root/releases, and returns what they print. */
  const run = (lines: string, input: string | Buffer = '') => {
    const script = `exec 2>&1; mkdir -p /root/releases; cd /root/releases\n${lines}`
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
    const inside = ['-t', leader, '-m', '-u', '-i', '-n', '-p', '-C', 'sh', '-c', script]
    const { status, stdout } = spawnSync('nsenter', inside, { input, env })
    return { status, output: stdout.toString() }
  }
  const hasBooted = (): boolean => {
    // The first child ends soon; another one boots.
    leader = childOf(container.pid)
    if (leader === '' || !hasOwnNamespaces(leader)) return false
    return /running|degraded/.test(run('systemctl is-system-running').output)
  }
  const endMs = performance.now() + 60_000
  await until(() => hasBooted() || performance.now() > endMs, 'it boots')
  if (!hasBooted()) return undefined
  return {
    run: (lines: string) => run(lines),
    /** The same, but throws if they fail. Returns their output. */
    must(lines: string): string {
      const { status, output } = run(lines)
      assert.equal(status, 0, `${lines}\n${output}`)
      return output
    },
    /** Copies a file into that folder. */
    put(path: string): void {
      assert.equal(run(`cat >'${basename(path)}'`, readFileSync(path)).status, 0)
    },
  }
}

function childOf(pid: number | undefined): string {
  return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n')[0] ?? ''
}

/** Nothing may ever run outside the machine. */
function hasOwnNamespaces(pid: string): boolean {
  try {
    return ['mnt', 'uts', 'ipc', 'net', 'pid', 'cgroup'].every(
      (name) => readlinkSync(`/proc/${pid}/ns/${name}`) !== readlinkSync(`/proc/self/ns/${name}`),
    )
  } catch {
    return false
  }
}
