package main

import "golang.org/x/sys/windows"

// restrict gives a new directory and what will be in it to its owner, the system and the
// administrators, because Windows ignores modes.
func restrict(dir string) error {
	list, err := windows.SecurityDescriptorFromString(
		"D:P(A;OICI;FA;;;OW)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)")
	if err != nil {
		return err
	}
	access, _, err := list.DACL()
	if err != nil {
		return err
	}
	return windows.SetNamedSecurityInfo(dir, windows.SE_FILE_OBJECT,
		windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION,
		nil, nil, access, nil)
}
