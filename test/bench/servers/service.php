<?php
// The same service as a PHP script: a file for each client and one for the statistics, locked.
// The mapping and the prepared answers are arrays, which opcache keeps.

const LIMIT = 100;
const WINDOW = 3600;

$folder = $_SERVER['DATA'];
header('Access-Control-Allow-Origin: *');
header('Access-Control-Expose-Headers: X-RateLimit-Limit, X-RateLimit-Remaining, ETag');
header('X-Content-Type-Options: nosniff');
header('Cross-Origin-Resource-Policy: cross-origin');

$hops = explode(',', $_SERVER['HTTP_X_FORWARDED_FOR'] ?? $_SERVER['REMOTE_ADDR']);
$client = trim(end($hops));
[$remaining, $wait] = admit($folder, $client);
header('X-RateLimit-Limit: ' . LIMIT);
header('X-RateLimit-Remaining: ' . max(0, $remaining));
header('X-RateLimit-Reset: ' . (time() + $wait));
if ($remaining < 0) {
    header("Retry-After: $wait");
    $message = "Maximum 100 requests per hour allowed. Try again in $wait seconds.";
    refuse(429, 'Rate limit exceeded', $message, ['retry_after' => $wait]);
}

$action = $_REQUEST['action'] ?? '';
$isPost = $_SERVER['REQUEST_METHOD'] === 'POST';
if ($action === 'generate' && $isPost) generate($folder);
if ($isPost) refuse(405, 'Method not allowed', 'This takes other methods.');
if ($action === 'stats') {
    $totals = locked("$folder/statistics.json", fn ($totals) => $totals) ?? [0, 0];
    [$uses, $characters] = $totals;
    $sets = (require "$folder/mappings.php")['sets'];
    $statistics = ['sets' => $sets, 'uses' => $uses, 'characters' => $characters];
    answer(200, ['success' => true, 'statistics' => $statistics]);
}
if ($action === 'list_generators' || $action === 'get_generator') represent($folder, $action);
refuse(400, 'Missing parameter', 'The parameter "action" is missing.');

// Runs $change on what the file holds, alone among all processes, and keeps what it returns.
function locked(string $file, callable $change): mixed
{
    $handle = fopen($file, 'c+');
    flock($handle, LOCK_EX);
    $before = json_decode(stream_get_contents($handle) ?: 'null', true);
    $after = $change($before);
    if ($after !== $before) {
        rewind($handle);
        ftruncate($handle, 0);
        fwrite($handle, json_encode($after));
    }
    fclose($handle);
    return $after;
}

function admit(string $folder, string $client): array
{
    $name = md5($client);
    $place = "$folder/clients/" . substr($name, 0, 2);
    $now = microtime(true);
    $remaining = 0;
    $times = locked("$place/$name", function ($times) use ($now, &$remaining) {
        $times = array_values(array_filter($times ?? [], fn ($time) => $time > $now - WINDOW));
        $remaining = LIMIT - count($times) - 1;
        if ($remaining >= 0) $times[] = $now;
        return $times;
    });
    return [$remaining, (int) ceil($times[0] + WINDOW - $now)];
}

function generate(string $folder): never
{
    $slug = $_REQUEST['slug'] ?? '';
    $text = $_REQUEST['text'] ?? '';
    if ($slug === '' || $text === '') refuse(400, 'Missing parameter', 'A parameter is missing.');
    $mapping = (require "$folder/mappings.php")[$slug] ?? null;
    if ($mapping === null) refuse(404, 'Generator not found', 'It does not exist.');
    $length = characters($text);
    if ($length > 10000) refuse(400, 'Invalid parameter', 'The text is too long.');
    $output = strtr($text, $mapping);
    locked("$folder/statistics.json", fn ($t) => [($t[0] ?? 0) + 1, ($t[1] ?? 0) + $length]);
    answer(200, [
        'success' => true,
        'input' => $text,
        'output' => $output,
        'generator' => $slug,
        'length' => ['input' => $length, 'output' => characters($output)],
    ]);
}

// Without the extension mbstring: every byte but those that go on with a character.
function characters(string $text): int
{
    return strlen($text) - preg_match_all('/[\x80-\xbf]/', $text);
}

function represent(string $folder, string $action): never
{
    $prepared = require "$folder/answers.php";
    $isCompressed = preg_match('/\bbr\b/', $_SERVER['HTTP_ACCEPT_ENCODING'] ?? '') === 1;
    $compressed = $isCompressed ? $prepared["$action br"] ?? null : null;
    ['etag' => $etag, 'body' => $body] = $compressed ?? $prepared[$action];
    header("ETag: $etag");
    header('Cache-Control: public, max-age=300');
    header('Vary: Accept-Encoding');
    if (($_SERVER['HTTP_IF_NONE_MATCH'] ?? '') === $etag) {
        http_response_code(304);
        exit;
    }
    if ($compressed !== null) header('Content-Encoding: br');
    send(200, $body);
}

function refuse(int $status, string $error, string $message, array $more = []): never
{
    answer($status, ['success' => false, 'error' => $error, 'message' => $message] + $more);
}

function answer(int $status, array $value): never
{
    header('Cache-Control: no-store');
    send($status, json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
}

function send(int $status, string $body): never
{
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    header('Content-Length: ' . strlen($body));
    echo $body;
    exit;
}
