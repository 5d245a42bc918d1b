<?php

declare(strict_types=1);

// php contract/unicode/generateWords.php: writes words.json anew, from the ICU that PHP's intl extension is linked to.

require __DIR__.'/table.php';

/** Scripts that write no spaces between words: each letter of them is a word. */
const WITHOUT_SPACES = ['Hani', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'];

/** Scripts whose marks a reader may leave out; Zinh: marks of no script of their own, as accents are. */
const OPTIONAL_MARKS = ['Zinh', 'Hebr', 'Arab', 'Syrc'];

/** Lengthens the line between two Arabic letters. */
const TATWEEL = 0x0640;

/** Their decomposition would tell syllables apart by letters that nobody types one by one. */
const HANGUL_SYLLABLES = [0xAC00, 0xD7A3];

$scriptOf = static fn (int $point): string => (string) IntlChar::getPropertyValueName(
    IntlChar::PROPERTY_SCRIPT, (int) IntlChar::getIntPropertyValue($point, IntlChar::PROPERTY_SCRIPT), IntlChar::SHORT_PROPERTY_NAME,
);

/** Category as Unicode writes it: Lu, Mn, Nd ... */
$categoryOf = static fn (int $point): string => (string) IntlChar::getPropertyValueName(IntlChar::PROPERTY_GENERAL_CATEGORY, IntlChar::charType($point), IntlChar::SHORT_PROPERTY_NAME);

$counts = static fn (int $point): bool => in_array($categoryOf($point)[0], ['L', 'M', 'N'], true);

$isNothing = static fn (int $point): bool => $point === TATWEEL
    || IntlChar::hasBinaryProperty($point, IntlChar::PROPERTY_DEFAULT_IGNORABLE_CODE_POINT)
    || $categoryOf($point) === 'Me'
    || ($categoryOf($point) === 'Mn' && in_array($scriptOf($point), OPTIONAL_MARKS, true));

/** What a character is in a word: without case, compatibility forms and marks that may be left out. */
$folded = static function (string $character) use ($counts, $isNothing): string {
    $point = IntlChar::ord($character);
    if ($point >= HANGUL_SYLLABLES[0] && $point <= HANGUL_SYLLABLES[1]) {
        return $character;
    }
    $decompose = static fn (string $text): string => (string) Normalizer::normalize($text, Normalizer::FORM_KD);
    $parts = mb_str_split($decompose(mb_convert_case($decompose($character), MB_CASE_FOLD, 'UTF-8')), 1, 'UTF-8');
    $kept = '';
    foreach ($parts as $part) {
        $kept .= match (true) {
            $isNothing(IntlChar::ord($part)) => '',
            $counts(IntlChar::ord($part)) => $part,
            default => ' ',
        };
    }

    return $kept;
};

$standsAlone = static fn (int $point): bool => in_array($categoryOf($point)[0], ['L', 'N'], true) && in_array($scriptOf($point), WITHOUT_SPACES, true);

$words = $alone = $nothing = $folds = [];
$digest = hash_init('sha256'); // of what every character becomes, for the tests of both chats
for ($point = 0; $point <= 0x10FFFF; $point++) {
    $character = IntlChar::charType($point) === IntlChar::CHAR_CATEGORY_SURROGATE ? '' : (string) IntlChar::chr($point);
    if ($isNothing($point)) {
        addTo($nothing, $point);
    } elseif ($counts($point)) {
        addTo($words, $point);
        if ($standsAlone($point)) {
            addTo($alone, $point);
        }
        $to = $folded($character);
        if ($to !== $character) {
            $folds[$to][] = $character;
        }
        $apart = '';
        foreach ($to === '' ? [] : mb_str_split($to, 1, 'UTF-8') as $part) {
            $apart .= $standsAlone(IntlChar::ord($part)) ? " {$part} " : $part;
        }
        hash_update($digest, trim((string) preg_replace('/ +/', ' ', $apart)));
    }
    hash_update($digest, "\n");
}

writeTable(__FILE__, 'words.json', [
    'digest' => hash_final($digest),
    'words' => $words,
    'alone' => $alone,
    'nothing' => $nothing,
], 'folds', $folds);
