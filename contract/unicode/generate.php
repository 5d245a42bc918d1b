<?php

declare(strict_types=1);

// php contract/unicode/generate.php: writes names.json anew, from the ICU that PHP's intl extension is linked to. It needs
// ext-ffi, because PHP tells whether two names are confusable but not by which skeleton.

require __DIR__.'/table.php';

/** Ordinary symbols and letters by their category that show nothing at all. */
const BLANK = [0x2800, 0xFFFC, 0x13441, 0x13442, 0x16FE4, 0x1D159];

/** Lengthens the line between two Arabic letters, as a justified text does: no letter of a name. UTS 39 has it look like "_". */
const TATWEEL = 0x0640;

const MARKS = [IntlChar::CHAR_CATEGORY_NON_SPACING_MARK, IntlChar::CHAR_CATEGORY_ENCLOSING_MARK, IntlChar::CHAR_CATEGORY_COMBINING_SPACING_MARK];

/** Of what has these categories, a reader sees nothing, or cannot know what they see. */
const UNSEEN = [
    IntlChar::CHAR_CATEGORY_CONTROL_CHAR, IntlChar::CHAR_CATEGORY_FORMAT_CHAR, IntlChar::CHAR_CATEGORY_SURROGATE,
    IntlChar::CHAR_CATEGORY_PRIVATE_USE_CHAR, IntlChar::CHAR_CATEGORY_UNASSIGNED,
    IntlChar::CHAR_CATEGORY_LINE_SEPARATOR, IntlChar::CHAR_CATEGORY_PARAGRAPH_SEPARATOR,
];

$major = explode('.', INTL_ICU_VERSION)[0];
$icu = FFI::cdef("
    typedef struct USpoofChecker USpoofChecker;
    USpoofChecker *uspoof_open_{$major}(int *status);
    int uspoof_getSkeletonUTF8_{$major}(const USpoofChecker *checker, unsigned type, const char *id, int length, char *to, int capacity, int *status);
", "libicui18n.so.{$major}");
$status = $icu->new('int');
$checker = $icu->{"uspoof_open_{$major}"}(FFI::addr($status));
$buffer = $icu->new('char[256]');
$skeleton = function (string $text) use ($icu, $major, $checker, $buffer): string {
    $status = $icu->new('int');
    $length = $icu->{"uspoof_getSkeletonUTF8_{$major}"}($checker, 0, $text, strlen($text), $buffer, 256, FFI::addr($status));
    $status->cdata <= 0 || throw new RuntimeException("ICU: error {$status->cdata} at {$text}");

    return FFI::string($buffer, $length);
};

$isRightToLeft = static fn (string $character): bool => in_array(IntlChar::charDirection($character), [IntlChar::CHAR_DIRECTION_RIGHT_TO_LEFT, IntlChar::CHAR_DIRECTION_RIGHT_TO_LEFT_ARABIC], true);

$refused = $looks = $all = $marks = $rightToLeft = $unplaced = [];
$softDotted = '';
for ($point = 0; $point <= 0x10FFFF; $point++) {
    if (in_array(IntlChar::charType($point), UNSEEN, true) || in_array($point, BLANK, true) || IntlChar::hasBinaryProperty($point, IntlChar::PROPERTY_DEFAULT_IGNORABLE_CODE_POINT)) {
        addTo($refused, $point);

        continue;
    }
    $character = (string) IntlChar::chr($point);
    $isSpace = IntlChar::charType($point) === IntlChar::CHAR_CATEGORY_SPACE_SEPARATOR;
    $like = match (true) {
        $isSpace => ' ',
        $point === TATWEEL => '',
        default => $skeleton($character),
    };
    $all[] = $like;
    if (in_array(IntlChar::charType($point), MARKS, true)) {
        addTo($marks, $point);
    }
    if (IntlChar::hasBinaryProperty($point, IntlChar::PROPERTY_SOFT_DOTTED)) {
        $softDotted .= $character;
    }
    if ($isRightToLeft($character)) {
        addTo($rightToLeft, $point);
        foreach (mb_str_split($like) as $part) {
            if (! $isRightToLeft($part)) {
                $unplaced[$part] = true;
            }
        }
    }
    if (Normalizer::normalize($character, Normalizer::FORM_D) !== $character) {
        continue; // never met: names are decomposed first
    }
    if ($like !== $character) {
        $looks[$like][] = $character;
    }
}

// What letters written from right to left look like without being written so (l, o): a name is not mixed by them.
$unplaced = array_map(strval(...), array_keys($unplaced));
sort($unplaced, SORT_STRING);

// Of every skeleton there is, for the tests of both chats.
$digest = hash_init('sha256');
foreach ($all as $like) {
    hash_update($digest, $like."\n");
}

writeTable(__FILE__, 'names.json', [
    'digest' => hash_final($digest),
    'refused' => $refused,
    'marks' => $marks,
    'rightToLeft' => $rightToLeft,
    'unplaced' => implode('', $unplaced),
    'softDotted' => $softDotted,
], 'looksLike', $looks);
