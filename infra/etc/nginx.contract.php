<?php

// Prints nginx.contract.conf: the media types of the page's files and the error bodies of contract/contract.json.

declare(strict_types=1);

$json = (string) file_get_contents(__DIR__.'/../../contract/contract.json');
['page' => ['types' => $types], 'errors' => $errors] = json_decode($json, true);

echo "types {\n";
foreach ($types as $ending => $type) {
    echo "  \"{$type}\" {$ending};\n";
}
echo "}\nmap \$uri \$error_body {\n";
foreach ($errors as $code => ['message' => $message]) {
    $body = json_encode(['error' => ['code' => $code, 'message' => $message]], JSON_UNESCAPED_UNICODE);
    echo "  /.errors/{$code} '", addcslashes($body, "'\\"), "';\n";
}
echo "}\n";
